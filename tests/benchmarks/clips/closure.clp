; The transitive closure of a graph.

(deftemplate edge (slot from (type INTEGER)) (slot to (type INTEGER)))
(deftemplate path (slot from (type INTEGER)) (slot to (type INTEGER)))

(defrule an-edge-is-a-path
  (edge (from ?a) (to ?b))
  =>
  (assert (path (from ?a) (to ?b))))

(defrule an-edge-before-a-path-is-a-path
  (edge (from ?a) (to ?b))
  (path (from ?b) (to ?c))
  =>
  (assert (path (from ?a) (to ?c))))

(deffunction answer ()
  (bind ?paths 0)
  (do-for-all-facts ((?path path)) TRUE (bind ?paths (+ ?paths 1)))
  ?paths)
