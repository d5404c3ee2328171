; Every game of noughts and crosses: squares are tried in turn, and a move is taken back when all that can
; follow it has been played.

(deftemplate square (slot at (type INTEGER)) (slot mark))
(deftemplate line (slot a (type INTEGER)) (slot b (type INTEGER)) (slot c (type INTEGER)))
(deftemplate length (slot moves (type INTEGER)))
(deftemplate turn (slot moves (type INTEGER)) (slot next (type INTEGER)))
(deftemplate move (slot number (type INTEGER)) (slot at (type INTEGER)))

(defglobal ?*games* = 0)

(deffacts board
  (line (a 0) (b 1) (c 2)) (line (a 3) (b 4) (c 5)) (line (a 6) (b 7) (c 8))
  (line (a 0) (b 3) (c 6)) (line (a 1) (b 4) (c 7)) (line (a 2) (b 5) (c 8))
  (line (a 0) (b 4) (c 8)) (line (a 2) (b 4) (c 6))
  (square (at 0) (mark empty)) (square (at 1) (mark empty)) (square (at 2) (mark empty))
  (square (at 3) (mark empty)) (square (at 4) (mark empty)) (square (at 5) (mark empty))
  (square (at 6) (mark empty)) (square (at 7) (mark empty)) (square (at 8) (mark empty))
  (turn (moves 0) (next 0)))

(defrule won
  (declare (salience 20))
  ?turn <- (turn (moves ?n) (next 0))
  (line (a ?a) (b ?b) (c ?c))
  (square (at ?a) (mark ?mark&~empty))
  (square (at ?b) (mark ?mark))
  (square (at ?c) (mark ?mark))
  ?move <- (move (number ?n) (at ?at))
  ?square <- (square (at ?at))
  =>
  (bind ?*games* (+ ?*games* 1))
  (retract ?move)
  (modify ?square (mark empty))
  (modify ?turn (moves (- ?n 1)) (next (+ ?at 1))))

(defrule ended
  (declare (salience 10))
  (length (moves ?n))
  ?turn <- (turn (moves ?n) (next 0))
  ?move <- (move (number ?n) (at ?at))
  ?square <- (square (at ?at))
  =>
  (bind ?*games* (+ ?*games* 1))
  (retract ?move)
  (modify ?square (mark empty))
  (modify ?turn (moves (- ?n 1)) (next (+ ?at 1))))

(defrule play
  ?turn <- (turn (moves ?n) (next ?next))
  ?square <- (square (at ?next) (mark empty))
  =>
  (assert (move (number (+ ?n 1)) (at ?next)))
  (modify ?square (mark (if (= (mod ?n 2) 0) then cross else nought)))
  (modify ?turn (moves (+ ?n 1)) (next 0)))

(defrule taken
  ?turn <- (turn (next ?next))
  (square (at ?next) (mark ~empty))
  =>
  (modify ?turn (next (+ ?next 1))))

(defrule take-back
  ?turn <- (turn (moves ?n) (next 9))
  ?move <- (move (number ?n) (at ?at))
  ?square <- (square (at ?at))
  =>
  (retract ?move)
  (modify ?square (mark empty))
  (modify ?turn (moves (- ?n 1)) (next (+ ?at 1))))

(deffunction answer () ?*games*)
