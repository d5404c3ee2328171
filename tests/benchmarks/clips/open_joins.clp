; A tree of joins over five tables. Equal facts are kept once, as CLIPS does by itself.

(deftemplate c2 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate c3 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate c4 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate d1 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate d2 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate c1 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate b1 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate b2 (slot x (type INTEGER)) (slot y (type INTEGER)))
(deftemplate a (slot x (type INTEGER)) (slot y (type INTEGER)))

(defrule c1 (d1 (x ?x) (y ?z)) (d2 (x ?z) (y ?y)) => (assert (c1 (x ?x) (y ?y))))
(defrule b1 (c1 (x ?x) (y ?z)) (c2 (x ?z) (y ?y)) => (assert (b1 (x ?x) (y ?y))))
(defrule b2 (c3 (x ?x) (y ?z)) (c4 (x ?z) (y ?y)) => (assert (b2 (x ?x) (y ?y))))
(defrule a (b1 (x ?x) (y ?z)) (b2 (x ?z) (y ?y)) => (assert (a (x ?x) (y ?y))))

(deffunction answer () (length$ (find-all-facts ((?fact a)) TRUE)))
