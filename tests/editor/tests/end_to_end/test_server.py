"""The server, asked by pytest-lsp, which checks each message against the protocol."""

import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

URI = "file:///nowhere/desk.rules"
TEXT = """\
fact Cell { row: u8, mark: u8 }
rule r {
    when { /* \U0001f980 */ c @ Cell { row, mrak: 1 }; }
    then { retract c; }
}
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["RULES"], "lsp"]))
async def client(lsp_client: LanguageClient):
    # It can do what every client can, and is not asked to refresh anything.
    params = types.InitializeParams(capabilities=types.ClientCapabilities())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient):
    document = types.TextDocumentItem(uri=URI, language_id="rules", version=1, text=TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


@pytest.mark.asyncio
async def test_a_diagnostic_has_its_quick_fix(client: LanguageClient):
    await opened(client)
    told = client.diagnostics[URI]
    assert told[0].message.startswith("`Cell` has no field `mrak`")
    # The emoji counts two units.
    assert told[0].range.start == types.Position(line=2, character=36)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=URI),
            range=told[0].range,
            context=types.CodeActionContext(diagnostics=told),
        )
    )
    assert actions[0].title == "write `mark`"
    assert actions[0].edit.changes[URI][0].new_text == "mark"


@pytest.mark.asyncio
async def test_completion_hover_and_tokens_are_as_the_protocol_has_them(client: LanguageClient):
    await opened(client)
    document = types.TextDocumentIdentifier(uri=URI)
    place = types.Position(line=3, character=19)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=place))
    assert "c: &Fact<Cell>" in hover.contents.value
    found = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=types.Position(line=3, character=11))
    )
    items = found if isinstance(found, list) else found.items
    assert {"insert", "retract", "c"} <= {item.label for item in items}
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
    assert len(tokens.data) % 5 == 0 and tokens.data


@pytest.mark.asyncio
async def test_a_rename_is_an_edit_of_the_document(client: LanguageClient):
    await opened(client)
    edit = await client.text_document_rename_async(
        types.RenameParams(
            text_document=types.TextDocumentIdentifier(uri=URI),
            position=types.Position(line=3, character=19),
            new_name="cell",
        )
    )
    assert [change.new_text for change in edit.changes[URI]] == ["cell", "cell"]
