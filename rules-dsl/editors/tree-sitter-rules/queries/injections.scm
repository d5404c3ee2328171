; What is Rust in the rules.

((expression) @injection.content
  (#set! injection.language "rust"))
((type) @injection.content
  (#set! injection.language "rust"))
((rust_pattern) @injection.content
  (#set! injection.language "rust"))
((rust_item) @injection.content
  (#set! injection.language "rust")
  (#set! injection.include-children))
((use) @injection.content
  (#set! injection.language "rust")
  (#set! injection.include-children))
((then body: (block) @injection.content)
  (#set! injection.language "rust")
  (#set! injection.include-children))
((undo body: (block) @injection.content)
  (#set! injection.language "rust")
  (#set! injection.include-children))
