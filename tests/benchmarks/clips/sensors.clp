; Sensors of ten kinds, each with a limit of its own, and readings of them.

(deftemplate sensor (slot id (type INTEGER)) (slot kind (type INTEGER)))
(deftemplate reading (slot sensor (type INTEGER)) (slot value (type INTEGER)))

(defglobal ?*alarms* = 0 ?*sensors* = 0 ?*readings* = 0)

(defrule alarm-0
  (sensor (id ?id) (kind 0))
  (reading (sensor ?id) (value ?value&:(> ?value 900)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-1
  (sensor (id ?id) (kind 1))
  (reading (sensor ?id) (value ?value&:(> ?value 907)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-2
  (sensor (id ?id) (kind 2))
  (reading (sensor ?id) (value ?value&:(> ?value 914)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-3
  (sensor (id ?id) (kind 3))
  (reading (sensor ?id) (value ?value&:(> ?value 921)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-4
  (sensor (id ?id) (kind 4))
  (reading (sensor ?id) (value ?value&:(> ?value 928)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-5
  (sensor (id ?id) (kind 5))
  (reading (sensor ?id) (value ?value&:(> ?value 935)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-6
  (sensor (id ?id) (kind 6))
  (reading (sensor ?id) (value ?value&:(> ?value 942)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-7
  (sensor (id ?id) (kind 7))
  (reading (sensor ?id) (value ?value&:(> ?value 949)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-8
  (sensor (id ?id) (kind 8))
  (reading (sensor ?id) (value ?value&:(> ?value 956)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(defrule alarm-9
  (sensor (id ?id) (kind 9))
  (reading (sensor ?id) (value ?value&:(> ?value 963)))
  =>
  (bind ?*alarms* (+ ?*alarms* 1)))

(deffunction answer () ?*alarms*)

; Equal readings are as many facts.
(deffunction assert-sensors ()
  (set-fact-duplication TRUE)
  (loop-for-count (?id 0 (- ?*sensors* 1))
    (assert (sensor (id ?id) (kind (mod ?id 10))))))

; Asserts the readings; gives the seconds that each took.
(deffunction assert-readings ()
  (bind ?start (time))
  (loop-for-count (?n 0 (- ?*readings* 1))
    (assert (reading (sensor (mod ?n ?*sensors*)) (value (mod (+ (* ?n 7919) (* (div ?n 1000) 37)) 1000))))
    (run))
  (/ (- (time) ?start) ?*readings*))
