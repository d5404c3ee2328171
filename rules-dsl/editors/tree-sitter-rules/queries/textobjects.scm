; What editors select and move by.

(rule) @function.around
(rule (when) @function.inside)
(query) @function.around
(query (when) @function.inside)
(table) @function.around
(table (row)+ @function.inside)

(fact) @class.around
(fact body: (_) @class.inside)
(fact_enum) @class.around
(fact_enum body: (_) @class.inside)
(group) @class.around

(parameter) @parameter.around
(field) @parameter.around
(field test: (_) @parameter.inside)
(cell) @parameter.inside

(line_comment)+ @comment.around
(block_comment) @comment.around
