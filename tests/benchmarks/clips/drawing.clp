; From the lines of a drawing to its junctions, as in rules/drawing.rules.

(deftemplate line (slot from (type INTEGER)) (slot to (type INTEGER)))
(deftemplate edge (slot from (type INTEGER)) (slot to (type INTEGER)) (slot joined))
(deftemplate junction (slot base (type INTEGER)) (slot kind) (slot first (type INTEGER))
  (slot middle (type INTEGER)) (slot last (type INTEGER)))
(deftemplate outline (slot point (type INTEGER)))
(deftemplate progress (slot stage))
(deftemplate legal (slot id (type INTEGER)) (slot kind) (slot first) (slot middle) (slot last))

(deffunction cross (?base ?first ?second)
  (- (* (- (div ?first 1000) (div ?base 1000)) (- (mod ?second 1000) (mod ?base 1000)))
     (* (- (mod ?first 1000) (mod ?base 1000)) (- (div ?second 1000) (div ?base 1000)))))

(defrule both-ways
  (progress (stage duplicate))
  ?line <- (line (from ?from) (to ?to))
  =>
  (retract ?line)
  (assert (edge (from ?from) (to ?to) (joined no)))
  (assert (edge (from ?to) (to ?from) (joined no))))

(defrule lines-are-doubled
  (declare (salience -10))
  ?progress <- (progress (stage duplicate))
  =>
  (modify ?progress (stage detect)))

(defrule arrow
  (progress (stage detect))
  ?a <- (edge (from ?base) (to ?first) (joined no))
  ?b <- (edge (from ?base) (to ?middle&:(> (cross ?base ?first ?middle) 0)) (joined no))
  ?c <- (edge (from ?base)
    (to ?last&:(> (cross ?base ?middle ?last) 0)&:(> (cross ?base ?first ?last) 0)) (joined no))
  =>
  (assert (junction (base ?base) (kind Arrow) (first ?first) (middle ?middle) (last ?last)))
  (modify ?a (joined yes))
  (modify ?b (joined yes))
  (modify ?c (joined yes)))

(defrule tee
  (progress (stage detect))
  ?a <- (edge (from ?base) (to ?first) (joined no))
  ?b <- (edge (from ?base) (to ?middle&:(> (cross ?base ?first ?middle) 0)) (joined no))
  ?c <- (edge (from ?base)
    (to ?last&:(> (cross ?base ?middle ?last) 0)&:(= (cross ?base ?first ?last) 0)) (joined no))
  =>
  (assert (junction (base ?base) (kind Tee) (first ?first) (middle ?middle) (last ?last)))
  (modify ?a (joined yes))
  (modify ?b (joined yes))
  (modify ?c (joined yes)))

(defrule fork
  (progress (stage detect))
  ?a <- (edge (from ?base) (to ?first) (joined no))
  ?b <- (edge (from ?base)
    (to ?middle&:(> ?middle ?first)&:(> (cross ?base ?first ?middle) 0)) (joined no))
  ?c <- (edge (from ?base)
    (to ?last&:(> ?last ?first)&:(> (cross ?base ?middle ?last) 0)&:(> (cross ?base ?last ?first) 0)) (joined no))
  =>
  (assert (junction (base ?base) (kind Fork) (first ?first) (middle ?middle) (last ?last)))
  (modify ?a (joined yes))
  (modify ?b (joined yes))
  (modify ?c (joined yes)))

(defrule ell
  (declare (salience -5))
  (progress (stage detect))
  ?a <- (edge (from ?base) (to ?first) (joined no))
  ?b <- (edge (from ?base) (to ?last&:(> (cross ?base ?first ?last) 0)) (joined no))
  =>
  (assert (junction (base ?base) (kind Ell) (first ?first) (middle ?base) (last ?last)))
  (modify ?a (joined yes))
  (modify ?b (joined yes)))

(defrule junctions-are-found
  (declare (salience -10))
  ?progress <- (progress (stage detect))
  =>
  (modify ?progress (stage label)))
