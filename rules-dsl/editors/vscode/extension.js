// Starts `rules lsp`, and tells why where it cannot be started. Colours and folding need no server.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** The connection to the server, while there is one. */
let client;

async function start() {
  const settings = vscode.workspace.getConfiguration('rules');
  if (!settings.get('server')) {
    return;
  }
  const command = settings.get('command') || 'rules';
  const server = { command, args: ['lsp'] };
  client = new LanguageClient('rules', 'Rules', server, {
    documentSelector: [{ language: 'rules' }],
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showWarningMessage(
      `\`${command} lsp\` cannot be started: ${error.message}. Install it with \`cargo install rules-dsl --features cli,lsp\`, ` +
        'or name it by the setting `rules.command`.',
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

exports.activate = async (context) => {
  const restart = vscode.commands.registerCommand('rules.restart', async () => {
    await stop();
    await start();
  });
  const changed = vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (event.affectsConfiguration('rules')) {
      await stop();
      await start();
    }
  });
  context.subscriptions.push(restart, changed);
  await start();
};

exports.deactivate = stop;
