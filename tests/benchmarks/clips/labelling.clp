; Waltz: labels go from edge to edge, as in rules/labelling.rules.

(deftemplate labelled (slot from (type INTEGER)) (slot to (type INTEGER)) (slot label))

(defrule the-other-way
  (progress (stage label))
  (labelled (from ?from) (to ?to) (label ?label))
  (not (labelled (from ?to) (to ?from)))
  =>
  (assert (labelled (from ?to) (to ?from) (label ?label))))

(defrule first-of-outline
  (progress (stage label))
  (outline (point ?base))
  (junction (base ?base) (first ?first))
  (not (labelled (from ?base) (to ?first)))
  =>
  (assert (labelled (from ?base) (to ?first) (label boundary))))

(defrule first-bar-of-tee
  (progress (stage label))
  (junction (base ?base) (kind Tee) (first ?first))
  (not (labelled (from ?base) (to ?first)))
  =>
  (assert (labelled (from ?base) (to ?first) (label boundary))))

(defrule boundary-goes-on-to-the-last
  (progress (stage label))
  (junction (base ?base) (kind Ell|Arrow|Tee) (first ?first) (last ?last))
  (labelled (from ?base) (to ?first) (label boundary))
  (not (labelled (from ?base) (to ?last)))
  =>
  (assert (labelled (from ?base) (to ?last) (label boundary))))

(defrule boundary-goes-on-to-the-first
  (progress (stage label))
  (junction (base ?base) (kind Ell|Arrow|Tee) (first ?first) (last ?last))
  (labelled (from ?base) (to ?last) (label boundary))
  (not (labelled (from ?base) (to ?first)))
  =>
  (assert (labelled (from ?base) (to ?first) (label boundary))))

(defrule shaft-between-boundaries
  (progress (stage label))
  (junction (base ?base) (kind Arrow) (first ?first) (middle ?middle))
  (labelled (from ?base) (to ?first) (label boundary))
  (not (labelled (from ?base) (to ?middle)))
  =>
  (assert (labelled (from ?base) (to ?middle) (label convex))))

(defrule middle-of-fork
  (progress (stage label))
  (junction (base ?base) (kind Fork) (first ?first) (middle ?middle))
  (labelled (from ?base) (to ?first) (label convex))
  (not (labelled (from ?base) (to ?middle)))
  =>
  (assert (labelled (from ?base) (to ?middle) (label convex))))

(defrule last-of-fork
  (progress (stage label))
  (junction (base ?base) (kind Fork) (middle ?middle) (last ?last))
  (labelled (from ?base) (to ?middle) (label convex))
  (not (labelled (from ?base) (to ?last)))
  =>
  (assert (labelled (from ?base) (to ?last) (label convex))))

(defrule first-of-fork
  (progress (stage label))
  (junction (base ?base) (kind Fork) (first ?first) (last ?last))
  (labelled (from ?base) (to ?last) (label convex))
  (not (labelled (from ?base) (to ?first)))
  =>
  (assert (labelled (from ?base) (to ?first) (label convex))))

(deffunction answer ()
  (bind ?sum 0)
  (do-for-all-facts ((?edge labelled)) TRUE
    (bind ?sum (+ ?sum (if (eq ?edge:label boundary) then 1000000 else 1))))
  ?sum)
