; Queens placed column by column: rows are tried in turn, and where none is left the queen before moves on.

(deftemplate board (slot queens (type INTEGER)) (slot goal))
(deftemplate trial (slot column (type INTEGER)) (slot row (type INTEGER)))
(deftemplate queen (slot column (type INTEGER)) (slot row (type INTEGER)))

(defglobal ?*solutions* = 0)

(defrule next-row
  (board (queens ?n))
  ?trial <- (trial (column ?column) (row ?row&:(<= ?row ?n)))
  (exists (queen (column ?other)
    (row ?there&:(or (= ?row ?there) (= (abs (- ?row ?there)) (- ?column ?other))))))
  =>
  (modify ?trial (row (+ ?row 1))))

(defrule place
  (board (queens ?n))
  ?trial <- (trial (column ?column&:(<= ?column ?n)) (row ?row&:(<= ?row ?n)))
  (not (queen (column ?other)
    (row ?there&:(or (= ?row ?there) (= (abs (- ?row ?there)) (- ?column ?other))))))
  =>
  (assert (queen (column ?column) (row ?row)))
  (modify ?trial (column (+ ?column 1)) (row 1)))

(defrule go-back
  (board (queens ?n))
  ?trial <- (trial (column ?column) (row ?row&:(> ?row ?n)))
  ?queen <- (queen (column ?before&:(= ?before (- ?column 1))) (row ?there))
  =>
  (retract ?queen)
  (modify ?trial (column ?before) (row (+ ?there 1))))

(defrule first-solution
  (declare (salience 10))
  (board (queens ?n) (goal first))
  (trial (column ?column&:(> ?column ?n)))
  =>
  (bind ?*solutions* 1)
  (halt))

(defrule every-solution
  (declare (salience 10))
  (board (queens ?n) (goal all))
  ?trial <- (trial (column ?column&:(> ?column ?n)) (row ?row&:(<= ?row ?n)))
  =>
  (bind ?*solutions* (+ ?*solutions* 1))
  (modify ?trial (row (+ ?n 1))))

; The queens of the first solution as digits; else how many solutions there are.
(deffunction answer ()
  (bind ?sum 0)
  (do-for-all-facts ((?queen queen)) TRUE
    (bind ?sum (+ ?sum (* ?queen:column ?queen:column ?queen:row))))
  (+ ?*solutions* ?sum))
