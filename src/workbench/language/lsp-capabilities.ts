/** The client capabilities we declare; servers do not send anything else. */
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

export const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: false,
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true },
    diagnostic: { relatedDocumentSupport: false },
    completion: { completionItem: { snippetSupport: false } },
    definition: { linkSupport: true },
    formatting: {},
    rangeFormatting: {},
    rename: { prepareSupport: false },
    codeLens: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    references: {},
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      isPreferredSupport: true,
    },
  },
};
