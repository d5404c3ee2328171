[
  (rule)
  (query)
  (group)
  (kind)
  (table)
  (fact_fields)
  (variants)
  (conditions)
  (block)
  (rust_item)
] @fold
