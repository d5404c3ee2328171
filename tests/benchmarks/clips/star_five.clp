; A customer with five kinds of facts that share its number, of which the complaints are rare. Facts come one by one.

(deftemplate customer (slot id (type INTEGER)))
(deftemplate address (slot customer (type INTEGER)))
(deftemplate contract (slot customer (type INTEGER)))
(deftemplate meter (slot customer (type INTEGER)) (slot number (type INTEGER)))
(deftemplate payment (slot customer (type INTEGER)) (slot number (type INTEGER)))
(deftemplate complaint (slot customer (type INTEGER)))

(defglobal ?*found* = 0)

(defrule answer-complaint
  (customer (id ?id))
  (address (customer ?id))
  (contract (customer ?id))
  (meter (customer ?id))
  (payment (customer ?id))
  (complaint (customer ?id))
  =>
  (bind ?*found* (+ ?*found* 1)))

(deffunction answer () ?*found*)

; Asserts facts, each of which is a kind, a customer and a number in a list, and gives the seconds for all.
(deffunction assert-facts ($?facts)
  (bind ?count (div (length$ ?facts) 3))
  (bind ?start (time))
  (loop-for-count (?fact 1 ?count)
    (bind ?id (nth$ (- (* 3 ?fact) 1) ?facts))
    (bind ?number (nth$ (* 3 ?fact) ?facts))
    (switch (nth$ (- (* 3 ?fact) 2) ?facts)
      (case 0 then (assert (customer (id ?id))))
      (case 1 then (assert (address (customer ?id))))
      (case 2 then (assert (contract (customer ?id))))
      (case 3 then (assert (meter (customer ?id) (number ?number))))
      (case 4 then (assert (payment (customer ?id) (number ?number))))
      (default (assert (complaint (customer ?id)))))
    (run))
  (- (time) ?start))
