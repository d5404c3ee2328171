; Miss Manners: guests are seated at a long table so that neighbours are of different sex and share a hobby.

(deftemplate guest (slot name (type INTEGER)) (slot sex) (slot hobby (type INTEGER)))
(deftemplate last-seat (slot seat (type INTEGER)))
(deftemplate count (slot next (type INTEGER)))
(deftemplate context (slot stage))
(deftemplate seating (slot id (type INTEGER)) (slot parent (type INTEGER)) (slot left (type INTEGER))
  (slot name (type INTEGER)) (slot seat (type INTEGER)) (slot path-done))
(deftemplate path (slot id (type INTEGER)) (slot name (type INTEGER)) (slot seat (type INTEGER)))
(deftemplate chosen (slot id (type INTEGER)) (slot name (type INTEGER)) (slot hobby (type INTEGER)))

(defglobal ?*printed* = 0)

(defrule assign-first-seat
  ?context <- (context (stage start))
  (guest (name ?name))
  ?count <- (count (next ?id))
  =>
  (assert (seating (id ?id) (parent 0) (left ?name) (name ?name) (seat 1) (path-done yes)))
  (assert (path (id ?id) (name ?name) (seat 1)))
  (modify ?count (next (+ ?id 1)))
  (modify ?context (stage assign-seats)))

(defrule find-seating
  ?context <- (context (stage assign-seats))
  (seating (id ?parent) (name ?left) (seat ?seat) (path-done yes))
  (guest (name ?left) (sex ?sex) (hobby ?hobby))
  (guest (name ?name) (sex ~?sex) (hobby ?hobby))
  ?count <- (count (next ?id))
  (not (path (id ?parent) (name ?name)))
  (not (chosen (id ?parent) (name ?name) (hobby ?hobby)))
  =>
  (assert (seating (id ?id) (parent ?parent) (left ?left) (name ?name) (seat (+ ?seat 1)) (path-done no)))
  (assert (path (id ?id) (name ?name) (seat (+ ?seat 1))))
  (assert (chosen (id ?parent) (name ?name) (hobby ?hobby)))
  (modify ?count (next (+ ?id 1)))
  (modify ?context (stage make-path)))

(defrule make-path
  (context (stage make-path))
  (seating (id ?id) (parent ?parent) (path-done no))
  (path (id ?parent) (name ?name) (seat ?seat))
  (not (path (id ?id) (name ?name)))
  =>
  (assert (path (id ?id) (name ?name) (seat ?seat))))

(defrule path-done
  ?context <- (context (stage make-path))
  ?seating <- (seating (path-done no))
  =>
  (modify ?seating (path-done yes))
  (modify ?context (stage check-done)))

(defrule are-we-done
  ?context <- (context (stage check-done))
  (last-seat (seat ?seat))
  (seating (seat ?seat))
  =>
  (modify ?context (stage print-results)))

(defrule go-on
  ?context <- (context (stage check-done))
  =>
  (modify ?context (stage assign-seats)))

(defrule print-results
  (context (stage print-results))
  (last-seat (seat ?last))
  (seating (id ?id) (seat ?last))
  ?path <- (path (id ?id))
  =>
  (bind ?*printed* (+ ?*printed* 1))
  (retract ?path))

(defrule all-done
  (context (stage print-results))
  =>
  (halt))

(deffunction answer () ?*printed*)
