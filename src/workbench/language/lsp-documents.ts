/** What a server has been shown, and the diagnostics it has pushed about it. */
import { fileURLToPath } from 'node:url';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';
import type { HelpedDocument } from './language-help.ts';

interface Shown {
  text: string;
  /** Counts up with every change, as the protocol wants it. */
  number: number;
  diagnostics: readonly Diagnostic[] | null;
}

interface Patience {
  readonly atMostMs: number;
  /** After the last push; servers often push a first, incomplete answer. */
  readonly quietMs: number;
}

const mostShown = 200;

export class ServerDocuments {
  readonly #connection: ProtocolConnection;
  readonly #shown = new Map<string, Shown>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(connection: ProtocolConnection) {
    this.#connection = connection;
  }

  show({ uri, language, text }: HelpedDocument): void {
    const shown = this.#shown.get(uri);
    if (shown?.text === text) return;
    if (shown) this.#change(uri, shown, text);
    else this.#open(uri, language, text);
  }

  /** The path it is about, or null when it is about no file. */
  publish({ uri, diagnostics, version }: PublishDiagnosticsParams): string | null {
    const shown = this.#shown.get(uri);
    if (shown && (version === undefined || version === shown.number)) {
      shown.diagnostics = diagnostics;
      for (const tell of this.#waiting.get(uri) ?? []) tell();
    }
    try {
      return fileURLToPath(uri);
    } catch {
      return null;
    }
  }

  /** What the server says about this very text, once it has gone quiet. */
  async pushed(
    { uri }: HelpedDocument,
    { atMostMs, quietMs }: Patience,
  ): Promise<readonly Diagnostic[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, atMostMs);
    let quiet: NodeJS.Timeout | undefined;
    const again = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, quietMs);
    };
    if (this.#shown.get(uri)?.diagnostics) again();
    const waiting = this.#waiting.get(uri) ?? new Set();
    this.#waiting.set(uri, waiting.add(again));
    await promise;
    clearTimeout(late);
    clearTimeout(quiet);
    waiting.delete(again);
    const told = this.#shown.get(uri)?.diagnostics;
    // Silence is not "no errors".
    if (!told) throw new Error('it did not answer in time');
    return told;
  }

  #open(uri: string, languageId: string, text: string): void {
    this.#shown.set(uri, { text, number: 1, diagnostics: null });
    const textDocument = { uri, languageId, version: 1, text };
    void this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > mostShown && oldest !== undefined) this.#close(oldest);
  }

  #change(uri: string, shown: Shown, text: string): void {
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
