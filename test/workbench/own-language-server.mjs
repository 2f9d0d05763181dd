// A language server that a user might have: it says one thing about every document.
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const reader = new StreamMessageReader(process.stdin);
const connection = createProtocolConnection(reader, new StreamMessageWriter(process.stdout));
connection.onRequest('initialize', () => ({ capabilities: { textDocumentSync: 1 } }));
connection.onRequest('shutdown', () => null);
connection.onNotification('exit', () => process.exit(0));
connection.onNotification('textDocument/didOpen', ({ textDocument: { uri, version } }) => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } };
  const diagnostics = [{ range, severity: 2, source: 'own', message: 'no puts, please' }];
  void connection.sendNotification('textDocument/publishDiagnostics', {
    uri,
    version,
    diagnostics,
  });
});
process.stdin.on('end', () => process.exit(0));
connection.listen();
