/** The documents open in a server and the diagnostics it has pushed for them. */
import { fileURLToPath } from 'node:url';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';
import type { LanguageDocument } from './language-service.ts';

interface ServerDocument {
  text: string;
  /** Increases with every change, as LSP requires. */
  number: number;
  diagnostics: readonly Diagnostic[] | null;
}

interface DiagnosticsWait {
  readonly timeoutMs: number;
  /** Time without a further push: servers often push an incomplete answer first. */
  readonly quietMs: number;
}

const maxOpenDocuments = 200;

export class ServerDocuments {
  readonly #connection: ProtocolConnection;
  readonly #shown = new Map<string, ServerDocument>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(connection: ProtocolConnection) {
    this.#connection = connection;
  }

  show({ uri, language, text }: LanguageDocument): void {
    const shown = this.#shown.get(uri);
    if (shown?.text === text) return;
    if (shown) this.#change(uri, shown, text);
    else this.#open(uri, language, text);
  }

  /** Returns the path, or null if it is not a file. */
  publish({ uri, diagnostics, version }: PublishDiagnosticsParams): string | null {
    const shown = this.#shown.get(uri);
    if (shown && (version === undefined || version === shown.number)) {
      shown.diagnostics = diagnostics;
      for (const notify of this.#waiting.get(uri) ?? []) notify();
    }
    try {
      return fileURLToPath(uri);
    } catch {
      return null;
    }
  }

  /** The diagnostics for the current text, once the server stops pushing. */
  async pushed(
    { uri }: LanguageDocument,
    { timeoutMs, quietMs }: DiagnosticsWait,
  ): Promise<readonly Diagnostic[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const deadline = setTimeout(resolve, timeoutMs);
    let quietTimer: NodeJS.Timeout | undefined;
    const restartTimer = (): void => {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(resolve, quietMs);
    };
    if (this.#shown.get(uri)?.diagnostics) restartTimer();
    const waiting = this.#waiting.get(uri) ?? new Set();
    this.#waiting.set(uri, waiting.add(restartTimer));
    await promise;
    clearTimeout(deadline);
    clearTimeout(quietTimer);
    waiting.delete(restartTimer);
    const diagnostics = this.#shown.get(uri)?.diagnostics;
    // Silence is not "no errors".
    if (!diagnostics) throw new Error('it did not answer in time');
    return diagnostics;
  }

  #open(uri: string, languageId: string, text: string): void {
    this.#shown.set(uri, { text, number: 1, diagnostics: null });
    const textDocument = { uri, languageId, version: 1, text };
    void this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > maxOpenDocuments && oldest !== undefined) this.#close(oldest);
  }

  #change(uri: string, shown: ServerDocument, text: string): void {
    shown.text = text;
    shown.number += 1;
    shown.diagnostics = null;
    const textDocument = { uri, version: shown.number };
    const change = { textDocument, contentChanges: [{ text }] };
    void this.#connection.sendNotification('textDocument/didChange', change);
  }

  #close(uri: string): void {
    this.#shown.delete(uri);
    void this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
}
