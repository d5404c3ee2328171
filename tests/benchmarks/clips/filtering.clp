; Waltz with a database of legal labellings, as in rules/filtering.rules.

(deftemplate candidate (slot base (type INTEGER)) (slot id (type INTEGER)))
(deftemplate offer (slot base (type INTEGER)) (slot id (type INTEGER)) (slot to (type INTEGER)) (slot sign)
  (slot wanted))

(deffunction at-the-other-end (?sign)
  (if (eq ?sign In) then Out else (if (eq ?sign Out) then In else ?sign)))

(defrule candidates
  (progress (stage label))
  (junction (base ?base) (kind ?kind))
  (legal (id ?id) (kind ?kind))
  (not (outline (point ?base)))
  =>
  (assert (candidate (base ?base) (id ?id))))

(defrule candidates-of-an-outline
  (progress (stage label))
  (outline (point ?base))
  (junction (base ?base) (kind ?kind))
  (legal (id ?id) (kind ?kind) (first In) (last Out))
  =>
  (assert (candidate (base ?base) (id ?id))))

(defrule offer-of-the-first
  (progress (stage label))
  (candidate (base ?base) (id ?id))
  (junction (base ?base) (first ?to))
  (legal (id ?id) (first ?sign))
  =>
  (assert (offer (base ?base) (id ?id) (to ?to) (sign ?sign) (wanted (at-the-other-end ?sign)))))

(defrule offer-of-the-middle
  (progress (stage label))
  (candidate (base ?base) (id ?id))
  (junction (base ?base) (middle ?to) (kind ~Ell))
  (legal (id ?id) (middle ?sign))
  =>
  (assert (offer (base ?base) (id ?id) (to ?to) (sign ?sign) (wanted (at-the-other-end ?sign)))))

(defrule offer-of-the-last
  (progress (stage label))
  (candidate (base ?base) (id ?id))
  (junction (base ?base) (last ?to))
  (legal (id ?id) (last ?sign))
  =>
  (assert (offer (base ?base) (id ?id) (to ?to) (sign ?sign) (wanted (at-the-other-end ?sign)))))

(defrule everything-is-offered
  (declare (salience -10))
  ?progress <- (progress (stage label))
  =>
  (modify ?progress (stage filter)))

(defrule nobody-agrees
  (progress (stage filter))
  (offer (base ?base) (id ?id) (to ?to) (wanted ?wanted))
  (not (offer (base ?to) (to ?base) (sign ?wanted)))
  ?candidate <- (candidate (base ?base) (id ?id))
  =>
  (retract ?candidate))

(defrule withdrawn
  (progress (stage filter))
  ?offer <- (offer (base ?base) (id ?id))
  (not (candidate (base ?base) (id ?id)))
  =>
  (retract ?offer))

(deffunction answer ()
  (bind ?sum 0)
  (do-for-all-facts ((?offer offer)) TRUE
    (bind ?sum (+ ?sum (if (or (eq ?offer:sign In) (eq ?offer:sign Out)) then 1000000 else 1))))
  ?sum)
