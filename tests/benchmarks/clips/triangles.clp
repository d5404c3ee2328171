; Triangles of a graph, whose edges come one by one.

(deftemplate edge (slot from (type INTEGER)) (slot to (type INTEGER)))

(defglobal ?*found* = 0)

(defrule triangle
  (edge (from ?a) (to ?b))
  (edge (from ?b) (to ?c))
  (edge (from ?a) (to ?c))
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
