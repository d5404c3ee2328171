; Orders of a shop, from the check to the parcel: the rules of `rules/orders.rules`.

(deftemplate customer (slot id) (slot tier) (slot country) (slot years) (slot owes) (slot points) (slot blocked))
(deftemplate product (slot id) (slot stock))
(deftemplate order (slot id) (slot customer) (slot status) (slot goods) (slot weight) (slot total))
(deftemplate line (slot order) (slot product) (slot category) (slot price) (slot weight) (slot quantity) (slot taken))
(deftemplate discount (slot order) (slot rate))
(deftemplate shipment (slot order) (slot carrier) (slot cost))
(deftemplate tax (slot order) (slot rate))
(deftemplate review (slot order) (slot reason))
(deftemplate told (slot order) (slot notice))

(defglobal ?*sold* = 0 ?*sent* = 0 ?*refused* = 0 ?*told* = 0 ?*fired* = 0)

(deffunction total (?goods ?off ?cost ?tax)
  (bind ?net (+ (div (* ?goods (- 1000 ?off)) 1000) ?cost))
  (+ ?net (div (* ?net ?tax) 1000)))

(defrule unknown-customer
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (not (customer (id ?customer)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason customer))))

(defrule blocked-customer
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (blocked yes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason customer))))

(defrule empty-order
  (declare (salience 40))
  (order (id ?id) (status new))
  (not (line (order ?id)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason empty))))

(defrule not-in-stock
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (product ?product) (quantity ?quantity))
  (product (id ?product) (stock ?stock&:(< ?stock ?quantity)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason stock))))

(defrule credit-of-guest
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (tier guest) (owes ?owes&:(> ?owes 0)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason credit))))

(defrule credit-of-bronze
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (tier bronze) (owes ?owes&:(> ?owes 20000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason credit))))

(defrule credit-of-silver
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (tier silver) (owes ?owes&:(> ?owes 50000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason credit))))

(defrule credit-of-gold
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (tier gold) (owes ?owes&:(> ?owes 100000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason credit))))

(defrule credit-of-platinum
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (tier platinum) (owes ?owes&:(> ?owes 250000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason credit))))

(defrule too-many-books
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category books) (quantity ?quantity&:(> ?quantity 60)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-toys
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category toys) (quantity ?quantity&:(> ?quantity 20)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-garden
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category garden) (quantity ?quantity&:(> ?quantity 10)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-kitchen
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category kitchen) (quantity ?quantity&:(> ?quantity 12)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-clothes
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category clothes) (quantity ?quantity&:(> ?quantity 30)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-music
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category music) (quantity ?quantity&:(> ?quantity 40)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-sports
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category sports) (quantity ?quantity&:(> ?quantity 15)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule too-many-tools
  (declare (salience 40))
  (order (id ?id) (status new))
  (line (order ?id) (category tools) (quantity ?quantity&:(> ?quantity 25)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason quantity))))

(defrule no-garden-to-switzerland
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country switzerland))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-garden-to-norway
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country norway))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-tools-to-ireland
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country ireland))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-toys-to-greece
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country greece))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-music-to-hungary
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country hungary))
  (exists (line (order ?id) (category music)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-sports-to-finland
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country finland))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-kitchen-to-britain
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country britain))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule no-tools-to-portugal
  (declare (salience 40))
  (order (id ?id) (status new) (customer ?customer))
  (customer (id ?customer) (country portugal))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (review (order ?id) (reason forbidden))))

(defrule refuse
  (declare (salience 30))
  ?order <- (order (id ?id) (status new))
  (exists (review (order ?id)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status refused)))

(defrule add-up
  (declare (salience 20))
  ?order <- (order (id ?id) (status new))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (bind ?goods 0)
  (bind ?weight 0)
  (do-for-all-facts ((?line line)) (= ?line:order ?id)
    (bind ?goods (+ ?goods (* ?line:price ?line:quantity)))
    (bind ?weight (+ ?weight (* ?line:weight ?line:quantity))))
  (modify ?order (status checked) (goods ?goods) (weight ?weight)))

(defrule toys-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 25000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 15))))

(defrule garden-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 23000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 5))))

(defrule kitchen-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 21000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 20))))

(defrule clothes-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 26000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category clothes)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 10))))

(defrule sports-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 22000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 15))))

(defrule tools-for-guest
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 20000)))
  (customer (id ?customer) (tier guest))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 5))))

(defrule books-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 17000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category books)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 15))))

(defrule toys-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 15000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule garden-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 20000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 20))))

(defrule kitchen-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 18000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 10))))

(defrule clothes-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 16000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category clothes)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 25))))

(defrule music-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 21000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category music)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 15))))

(defrule sports-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 19000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule tools-for-bronze
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 17000)))
  (customer (id ?customer) (tier bronze))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 20))))

(defrule books-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 14000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category books)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule toys-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 12000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 20))))

(defrule garden-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 10000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 35))))

(defrule kitchen-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 15000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 25))))

(defrule clothes-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 13000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category clothes)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 40))))

(defrule music-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 11000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category music)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule sports-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 16000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 20))))

(defrule tools-for-silver
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 14000)))
  (customer (id ?customer) (tier silver))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 35))))

(defrule books-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 14000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category books)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 45))))

(defrule toys-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 12000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 35))))

(defrule garden-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 10000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule kitchen-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 8000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 40))))

(defrule clothes-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 13000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category clothes)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule music-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 11000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category music)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 45))))

(defrule sports-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 9000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 35))))

(defrule tools-for-gold
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 14000)))
  (customer (id ?customer) (tier gold))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule books-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 6000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category books)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 60))))

(defrule toys-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 11000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category toys)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule garden-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 9000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category garden)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 40))))

(defrule kitchen-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 7000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category kitchen)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 55))))

(defrule clothes-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 5000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category clothes)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 45))))

(defrule music-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 10000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category music)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 60))))

(defrule sports-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 8000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category sports)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule tools-for-platinum
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (goods ?goods&:(> ?goods 6000)))
  (customer (id ?customer) (tier platinum))
  (exists (line (order ?id) (category tools)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 40))))

(defrule customer-for-2-years
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (years ?years&:(>= ?years 2)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 10))))

(defrule customer-for-5-years
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (years ?years&:(>= ?years 5)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 25))))

(defrule customer-for-10-years
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (years ?years&:(>= ?years 10)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule customer-for-15-years
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (years ?years&:(>= ?years 15)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 60))))

(defrule order-over-500
  (declare (salience 10))
  (order (id ?id) (status checked) (goods ?goods&:(> ?goods 50000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 30))))

(defrule order-over-1000
  (declare (salience 10))
  (order (id ?id) (status checked) (goods ?goods&:(> ?goods 100000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 50))))

(defrule order-over-2000
  (declare (salience 10))
  (order (id ?id) (status checked) (goods ?goods&:(> ?goods 200000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (discount (order ?id) (rate 80))))

(defrule letter-to-austria
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country austria))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 690))))

(defrule parcel-to-austria
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country austria))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 990))))

(defrule pallet-to-austria
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country austria))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5190))))

(defrule letter-to-belgium
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country belgium))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 550))))

(defrule parcel-to-belgium
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country belgium))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 850))))

(defrule pallet-to-belgium
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country belgium))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5050))))

(defrule letter-to-switzerland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country switzerland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 1290))))

(defrule parcel-to-switzerland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country switzerland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1590))))

(defrule pallet-to-switzerland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country switzerland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5790))))

(defrule letter-to-czechia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country czechia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 590))))

(defrule parcel-to-czechia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country czechia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 890))))

(defrule pallet-to-czechia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country czechia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5090))))

(defrule letter-to-germany
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country germany))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 490))))

(defrule parcel-to-germany
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country germany))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 790))))

(defrule pallet-to-germany
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country germany))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 4990))))

(defrule letter-to-denmark
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country denmark))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 790))))

(defrule parcel-to-denmark
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country denmark))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1090))))

(defrule pallet-to-denmark
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country denmark))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5290))))

(defrule letter-to-spain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country spain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 890))))

(defrule parcel-to-spain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country spain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1190))))

(defrule pallet-to-spain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country spain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5390))))

(defrule letter-to-finland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country finland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 950))))

(defrule parcel-to-finland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country finland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1250))))

(defrule pallet-to-finland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country finland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5450))))

(defrule letter-to-france
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country france))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 650))))

(defrule parcel-to-france
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country france))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 950))))

(defrule pallet-to-france
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country france))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5150))))

(defrule letter-to-britain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country britain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 990))))

(defrule parcel-to-britain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country britain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1290))))

(defrule pallet-to-britain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country britain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5490))))

(defrule letter-to-greece
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country greece))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 1090))))

(defrule parcel-to-greece
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country greece))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1390))))

(defrule pallet-to-greece
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country greece))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5590))))

(defrule letter-to-hungary
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country hungary))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 850))))

(defrule parcel-to-hungary
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country hungary))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1150))))

(defrule pallet-to-hungary
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country hungary))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5350))))

(defrule letter-to-ireland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country ireland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 990))))

(defrule parcel-to-ireland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country ireland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1290))))

(defrule pallet-to-ireland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country ireland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5490))))

(defrule letter-to-italy
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country italy))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 750))))

(defrule parcel-to-italy
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country italy))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1050))))

(defrule pallet-to-italy
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country italy))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5250))))

(defrule letter-to-netherlands
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country netherlands))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 520))))

(defrule parcel-to-netherlands
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country netherlands))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 820))))

(defrule pallet-to-netherlands
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country netherlands))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5020))))

(defrule letter-to-norway
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country norway))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 1350))))

(defrule parcel-to-norway
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country norway))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1650))))

(defrule pallet-to-norway
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country norway))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5850))))

(defrule letter-to-poland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country poland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 620))))

(defrule parcel-to-poland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country poland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 920))))

(defrule pallet-to-poland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country poland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5120))))

(defrule letter-to-portugal
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country portugal))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 950))))

(defrule parcel-to-portugal
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country portugal))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1250))))

(defrule pallet-to-portugal
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country portugal))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5450))))

(defrule letter-to-sweden
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country sweden))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 830))))

(defrule parcel-to-sweden
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country sweden))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1130))))

(defrule pallet-to-sweden
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country sweden))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5330))))

(defrule letter-to-slovenia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(< ?weight 500)))
  (customer (id ?customer) (country slovenia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier post) (cost 720))))

(defrule parcel-to-slovenia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(<= 500 ?weight 9999)))
  (customer (id ?customer) (country slovenia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier parcel) (cost 1020))))

(defrule pallet-to-slovenia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer) (weight ?weight&:(>= ?weight 10000)))
  (customer (id ?customer) (country slovenia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (shipment (order ?id) (carrier freight) (cost 5220))))

(defrule tax-of-austria
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country austria))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 200))))

(defrule tax-of-belgium
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country belgium))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 210))))

(defrule tax-of-switzerland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country switzerland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 81))))

(defrule tax-of-czechia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country czechia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 210))))

(defrule tax-of-germany
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country germany))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 190))))

(defrule tax-of-denmark
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country denmark))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 250))))

(defrule tax-of-spain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country spain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 210))))

(defrule tax-of-finland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country finland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 255))))

(defrule tax-of-france
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country france))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 200))))

(defrule tax-of-britain
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country britain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 200))))

(defrule tax-of-greece
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country greece))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 240))))

(defrule tax-of-hungary
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country hungary))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 270))))

(defrule tax-of-ireland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country ireland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 230))))

(defrule tax-of-italy
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country italy))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 220))))

(defrule tax-of-netherlands
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country netherlands))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 210))))

(defrule tax-of-norway
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country norway))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 250))))

(defrule tax-of-poland
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country poland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 230))))

(defrule tax-of-portugal
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country portugal))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 230))))

(defrule tax-of-sweden
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country sweden))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 250))))

(defrule tax-of-slovenia
  (declare (salience 10))
  (order (id ?id) (status checked) (customer ?customer))
  (customer (id ?customer) (country slovenia))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (tax (order ?id) (rate 220))))

(defrule price
  (declare (salience 5))
  ?order <- (order (id ?id) (status checked) (goods ?goods))
  (shipment (order ?id) (cost ?cost))
  (tax (order ?id) (rate ?tax))
  (exists (discount (order ?id)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (bind ?off 0)
  (do-for-all-facts ((?discount discount)) (= ?discount:order ?id)
    (bind ?off (max ?off ?discount:rate)))
  (modify ?order (status priced) (total (total ?goods ?off ?cost ?tax))))

(defrule price-without-discount
  (declare (salience 5))
  ?order <- (order (id ?id) (status checked) (goods ?goods))
  (shipment (order ?id) (cost ?cost))
  (tax (order ?id) (rate ?tax))
  (not (discount (order ?id)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status priced) (total (total ?goods 0 ?cost ?tax))))

(defrule take-from-stock
  (declare (salience 4))
  (order (id ?id) (status priced))
  ?line <- (line (order ?id) (product ?product) (quantity ?quantity) (taken no))
  ?there <- (product (id ?product) (stock ?stock))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?line (taken yes))
  (modify ?there (stock (max 0 (- ?stock ?quantity)))))

(defrule gift-for-guest
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 400000)))
  (customer (id ?customer) (tier guest))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice gift)))
  (bind ?*told* (+ ?*told* 1)))

(defrule call-for-guest
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 900000)))
  (customer (id ?customer) (tier guest))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice call)))
  (bind ?*told* (+ ?*told* 1)))

(defrule gift-for-bronze
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 300000)))
  (customer (id ?customer) (tier bronze))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice gift)))
  (bind ?*told* (+ ?*told* 1)))

(defrule call-for-bronze
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 800000)))
  (customer (id ?customer) (tier bronze))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice call)))
  (bind ?*told* (+ ?*told* 1)))

(defrule gift-for-silver
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 200000)))
  (customer (id ?customer) (tier silver))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice gift)))
  (bind ?*told* (+ ?*told* 1)))

(defrule call-for-silver
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 600000)))
  (customer (id ?customer) (tier silver))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice call)))
  (bind ?*told* (+ ?*told* 1)))

(defrule gift-for-gold
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 100000)))
  (customer (id ?customer) (tier gold))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice gift)))
  (bind ?*told* (+ ?*told* 1)))

(defrule call-for-gold
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 400000)))
  (customer (id ?customer) (tier gold))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice call)))
  (bind ?*told* (+ ?*told* 1)))

(defrule gift-for-platinum
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 50000)))
  (customer (id ?customer) (tier platinum))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice gift)))
  (bind ?*told* (+ ?*told* 1)))

(defrule call-for-platinum
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer) (total ?total&:(> ?total 300000)))
  (customer (id ?customer) (tier platinum))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice call)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-books
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category books)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-toys
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category toys)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-garden
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category garden)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-kitchen
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category kitchen)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-clothes
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category clothes)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-music
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category music)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-sports
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category sports)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule catalogue-of-tools
  (declare (salience 3))
  (order (id ?id) (status priced))
  (test (>= (length$ (find-all-facts ((?line line)) (and (= ?line:order ?id) (eq ?line:category tools)))) 2))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice catalogue)))
  (bind ?*told* (+ ?*told* 1)))

(defrule label-for-post
  (declare (salience 3))
  (order (id ?id) (status priced))
  (shipment (order ?id) (carrier post))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice label)))
  (bind ?*told* (+ ?*told* 1)))

(defrule label-for-parcel
  (declare (salience 3))
  (order (id ?id) (status priced))
  (shipment (order ?id) (carrier parcel))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice label)))
  (bind ?*told* (+ ?*told* 1)))

(defrule label-for-freight
  (declare (salience 3))
  (order (id ?id) (status priced))
  (shipment (order ?id) (carrier freight))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice label)))
  (bind ?*told* (+ ?*told* 1)))

(defrule customs-of-switzerland
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (country switzerland))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice customs)))
  (bind ?*told* (+ ?*told* 1)))

(defrule customs-of-norway
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (country norway))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice customs)))
  (bind ?*told* (+ ?*told* 1)))

(defrule customs-of-britain
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (country britain))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice customs)))
  (bind ?*told* (+ ?*told* 1)))

(defrule reminder-for-guest
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (tier guest) (owes ?owes&:(> ?owes 100)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice reminder)))
  (bind ?*told* (+ ?*told* 1)))

(defrule reminder-for-bronze
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (tier bronze) (owes ?owes&:(> ?owes 18000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice reminder)))
  (bind ?*told* (+ ?*told* 1)))

(defrule reminder-for-silver
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (tier silver) (owes ?owes&:(> ?owes 45000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice reminder)))
  (bind ?*told* (+ ?*told* 1)))

(defrule reminder-for-gold
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (tier gold) (owes ?owes&:(> ?owes 90000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice reminder)))
  (bind ?*told* (+ ?*told* 1)))

(defrule reminder-for-platinum
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (tier platinum) (owes ?owes&:(> ?owes 225000)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice reminder)))
  (bind ?*told* (+ ?*told* 1)))

(defrule welcome
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (years 0))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice welcome)))
  (bind ?*told* (+ ?*told* 1)))

(defrule thanks
  (declare (salience 3))
  (order (id ?id) (status priced) (customer ?customer))
  (customer (id ?customer) (years ?years&:(>= ?years 20)))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice thanks)))
  (bind ?*told* (+ ?*told* 1)))

(defrule fragile
  (declare (salience 3))
  (order (id ?id) (status priced))
  (exists (line (order ?id) (category kitchen)))
  (shipment (order ?id) (carrier post))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (assert (told (order ?id) (notice fragile)))
  (bind ?*told* (+ ?*told* 1)))

(defrule points-of-guest
  (declare (salience 2))
  ?order <- (order (id ?id) (status priced) (customer ?customer) (total ?total))
  ?who <- (customer (id ?customer) (tier guest) (points ?points) (owes ?owes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status sent))
  (modify ?who (points (+ ?points (* 1 (div ?total 1000)))) (owes (+ ?owes (div ?total 100))))
  (bind ?*sold* (+ ?*sold* ?total))
  (bind ?*sent* (+ ?*sent* 1)))

(defrule points-of-bronze
  (declare (salience 2))
  ?order <- (order (id ?id) (status priced) (customer ?customer) (total ?total))
  ?who <- (customer (id ?customer) (tier bronze) (points ?points) (owes ?owes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status sent))
  (modify ?who (points (+ ?points (* 2 (div ?total 1000)))) (owes (+ ?owes (div ?total 100))))
  (bind ?*sold* (+ ?*sold* ?total))
  (bind ?*sent* (+ ?*sent* 1)))

(defrule points-of-silver
  (declare (salience 2))
  ?order <- (order (id ?id) (status priced) (customer ?customer) (total ?total))
  ?who <- (customer (id ?customer) (tier silver) (points ?points) (owes ?owes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status sent))
  (modify ?who (points (+ ?points (* 3 (div ?total 1000)))) (owes (+ ?owes (div ?total 100))))
  (bind ?*sold* (+ ?*sold* ?total))
  (bind ?*sent* (+ ?*sent* 1)))

(defrule points-of-gold
  (declare (salience 2))
  ?order <- (order (id ?id) (status priced) (customer ?customer) (total ?total))
  ?who <- (customer (id ?customer) (tier gold) (points ?points) (owes ?owes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status sent))
  (modify ?who (points (+ ?points (* 4 (div ?total 1000)))) (owes (+ ?owes (div ?total 100))))
  (bind ?*sold* (+ ?*sold* ?total))
  (bind ?*sent* (+ ?*sent* 1)))

(defrule points-of-platinum
  (declare (salience 2))
  ?order <- (order (id ?id) (status priced) (customer ?customer) (total ?total))
  ?who <- (customer (id ?customer) (tier platinum) (points ?points) (owes ?owes))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status sent))
  (modify ?who (points (+ ?points (* 6 (div ?total 1000)))) (owes (+ ?owes (div ?total 100))))
  (bind ?*sold* (+ ?*sold* ?total))
  (bind ?*sent* (+ ?*sent* 1)))

(defrule count-refused
  (declare (salience 2))
  ?order <- (order (status refused))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (modify ?order (status closed))
  (bind ?*refused* (+ ?*refused* 1)))

(defrule clear-line
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (line (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-discount
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (discount (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-shipment
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (shipment (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-tax
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (tax (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-review
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (review (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-told
  (declare (salience 1))
  (order (id ?id) (status sent|closed))
  ?part <- (told (order ?id))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?part))

(defrule clear-order
  ?order <- (order (status sent|closed))
  =>
  (bind ?*fired* (+ ?*fired* 1))
  (retract ?order))

(deffunction answer () (+ ?*sold* (* 3 ?*sent*) (* 5 ?*refused*) (* 7 ?*told*)))

; Asserts orders, which stand in a row and have numbers from one on, and runs after each. Gives the seconds.
(deffunction drive-orders (?first $?row)
  (set-fact-duplication TRUE)
  (bind ?end (length$ ?row))
  (bind ?next 1)
  (bind ?id ?first)
  (bind ?start (time))
  (while (< ?next ?end)
    (bind ?customer (nth$ ?next ?row))
    (bind ?lines (nth$ (+ ?next 1) ?row))
    (bind ?next (+ ?next 2))
    (loop-for-count ?lines
      (assert (line (order ?id) (product (nth$ ?next ?row)) (category (nth$ (+ ?next 1) ?row))
        (price (nth$ (+ ?next 2) ?row)) (weight (nth$ (+ ?next 3) ?row)) (quantity (nth$ (+ ?next 4) ?row)) (taken no)))
      (bind ?next (+ ?next 5)))
    (assert (order (id ?id) (customer ?customer) (status new) (goods 0) (weight 0) (total 0)))
    (run)
    (bind ?id (+ ?id 1)))
  (- (time) ?start))
