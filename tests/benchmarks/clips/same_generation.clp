; Who is of the same generation: children of one parent, and children of parents of one generation.

(deftemplate parent (slot of (type INTEGER)) (slot is (type INTEGER)))
(deftemplate same (slot one (type INTEGER)) (slot other (type INTEGER)))

(defrule children-of-one-parent
  (parent (of ?x) (is ?p))
  (parent (of ?y) (is ?p))
  =>
  (assert (same (one ?x) (other ?y))))

(defrule children-of-one-generation
  (parent (of ?x) (is ?p))
  (same (one ?p) (other ?q))
  (parent (of ?y) (is ?q))
  =>
  (assert (same (one ?x) (other ?y))))

(deffunction answer ()
  (bind ?pairs 0)
  (do-for-all-facts ((?same same)) TRUE (bind ?pairs (+ ?pairs 1)))
  ?pairs)
