; Cycles of four edges of a graph, whose edges come one by one. Each is found once, from the least of its nodes.

(deftemplate edge (slot from (type INTEGER)) (slot to (type INTEGER)))

(defglobal ?*found* = 0)

(defrule four-cycle
  (edge (from ?a) (to ?b&:(< ?a ?b)))
  (edge (from ?b) (to ?c&:(< ?a ?c)))
  (edge (from ?c) (to ?d&~?b&:(< ?a ?d)))
  (edge (from ?d) (to ?a))
  =>
  (bind ?*found* (+ ?*found* 1)))

(deffunction answer () ?*found*)

; Asserts edges, which are pairs of numbers in a list, and gives the seconds for each.
(deffunction assert-edges ($?ends)
  (bind ?count (div (length$ ?ends) 2))
  (bind ?start (time))
  (loop-for-count (?edge 1 ?count)
    (assert (edge (from (nth$ (- (* 2 ?edge) 1) ?ends)) (to (nth$ (* 2 ?edge) ?ends))))
    (run))
  (/ (- (time) ?start) ?count))
