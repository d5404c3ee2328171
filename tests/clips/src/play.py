"""Plays changes on programs of CLIPS: a request a line in, an answer a line out, both in JSON.

A request has the program and the changes, each a list of operations: {"program": text, "changes": [[operation]]}.
An operation is {"assert": fact}, {"retract": [fact, place]}, {"modify": [fact, place, fact]} or {"run": limit},
facts as CLIPS writes them. The slot `id` does not count, and `place` is that among the facts which are written
alike, the oldest first.

The answer has the state at first and after each change, or says what went wrong: {"states": [state]} or
{"error": text}. A state is {"facts": [fact], "agenda": [[rule, [fact]]]}.
"""

import json
import os
import re
import sys

import clips

IDENTITY = "id"


def written(fact):
    slots = " ".join("(%s %s)" % slot for slot in fact if slot[0] != IDENTITY)
    return "(%s %s)" % (fact.template.name, slots)


def identity(fact):
    """The number in `gen12`; 0 where equal facts are the same fact."""
    return int(dict(fact).get(IDENTITY, "gen0")[3:])


def state(environment):
    facts = {fact.index: written(fact) for fact in environment.facts()}
    agenda = []
    for activation in environment.activations():
        # "0 rule: f-1,*,f-2": a star for what binds no fact.
        _, _, basis = str(activation).rpartition(": ")
        places = [part for part in basis.split(",") if part.startswith("f-")]
        agenda.append([activation.name, [facts[int(place[2:])] for place in places]])
    return {"facts": list(facts.values()), "agenda": agenda}


def find(environment, text, place):
    alike = [fact for fact in environment.facts() if written(fact) == text]
    alike.sort(key=identity)
    return alike[place]


def operate(environment, operation):
    (name, argument), = operation.items()
    if name == "assert":
        environment.assert_string(argument)
    elif name == "retract":
        find(environment, *argument).retract()
    elif name == "modify":
        *fact, new = argument
        old = find(environment, *fact)
        kept = " (%s gen%d))" % (IDENTITY, identity(old)) if identity(old) else ")"
        old.retract()
        environment.assert_string(new[:-1] + kept)
    else:
        environment.run(argument)


def play(request):
    environment = clips.Environment()
    for construct in re.split(r"\n+(?=\(def)", request["program"].strip()):
        environment.build(construct)
    environment.reset()
    states = [state(environment)]
    for change in request["changes"]:
        for operation in change:
            operate(environment, operation)
        states.append(state(environment))
    return states


def main():
    # CLIPS writes to the standard output as it likes; answers have one of their own.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = {"states": play(json.loads(line))}
        except (clips.CLIPSError, IndexError, KeyError, ValueError) as error:
            answer = {"error": "%s: %s" % (type(error).__name__, error)}
        print(json.dumps(answer), file=answers, flush=True)


main()
