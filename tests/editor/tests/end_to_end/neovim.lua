-- Opens a file, waits for its diagnostic, takes the quick fix, renames, formats, and saves.

local function fail(what)
  io.stderr:write(what .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, holds)
  if not vim.wait(60000, holds, 20) then
    fail("in vain waited for " .. what .. ":\n" .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

vim.cmd("edit " .. vim.env.RULES_FILE)
local client = vim.lsp.start_client({ name = "rules", cmd = { vim.env.RULES, "lsp" } })
if not client then
  fail("the server did not start")
end
vim.lsp.buf_attach_client(0, client)

-- The diagnostic, at its place although an emoji stands before it.
wait_for("a diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
local told = vim.diagnostic.get(0)[1]
local line = vim.api.nvim_buf_get_lines(0, told.lnum, told.lnum + 1, false)[1]
if line:sub(told.col + 1, told.end_col) ~= "mrak" then
  fail("the diagnostic stands at `" .. line:sub(told.col + 1, told.end_col) .. "`")
end

-- The quick fix.
vim.api.nvim_win_set_cursor(0, { told.lnum + 1, told.col })
local params = vim.lsp.util.make_range_params(0, "utf-16")
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000)
local action = answers[client].result[1]
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
wait_for("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)

-- The variable `r`, renamed.
local at = vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:find("r, mark", 1, true)
vim.api.nvim_win_set_cursor(0, { 2, at - 1 })
vim.lsp.buf.rename("row")
wait_for("the new name", function() return text():find("f(row)", 1, true) ~= nil end)

-- Formatted.
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 60000 })
else
  vim.lsp.buf.formatting_sync(nil, 60000)
end
wait_for("the format", function() return text():find("};   }", 1, true) == nil end)
vim.cmd("write")
vim.lsp.stop_client(client)
vim.cmd("qall!")
