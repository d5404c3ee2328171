; What editors colour. Names of captures are those that Neovim, Helix and Zed share.

(line_comment) @comment
(block_comment) @comment
((line_comment) @comment.documentation
  (#match? @comment.documentation "^//[/!]"))

[
  "ruleset"
  "fact"
  "global"
  "rule"
  "query"
  "group"
  "kind"
  "table"
  "from"
  "sheet"
  "when"
  "then"
  "undo"
  "select"
] @keyword

[
  "use"
  "type"
  "enum"
  "pub"
  "fn"
  "struct"
  "union"
  "impl"
  "trait"
  "mod"
  "extern"
  "unsafe"
  "async"
  "const"
  "static"
  "let"
] @keyword

[
  "if"
  "for"
  "in"
  "not"
  "exists"
  "unique"
  "forall"
  "either"
  "or"
  "due"
  "by"
  "within"
  "last"
  "after"
  "before"
  "of"
] @keyword.control

(effect) @keyword.function

(identifier) @variable

(ruleset name: (identifier) @type)
(fact name: (identifier) @type)
(fact_enum name: (identifier) @type)
(type_alias name: (identifier) @type)
(kind name: (identifier) @type)
(path (identifier) @type)
(type (identifier) @type)
(rule name: (identifier) @function)
(query name: (identifier) @function)
(table name: (identifier) @function)
(group name: (identifier) @namespace)
(answer query: (identifier) @function)
(accumulate function: (identifier) @function)
(parameter name: (identifier) @variable.parameter)
(fact_field name: (identifier) @property)
(kind_field name: (identifier) @property)
(field name: (identifier) @property)

(attribute) @attribute
(inner_attribute) @attribute

(string) @string
(character) @string
(number) @number
(lifetime) @label

[ "=>" "==" "!=" "<=" ">=" "->" "@" "=" "|" "||" ] @operator
[ ";" "," ":" ] @punctuation.delimiter
[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
