/** One language server process, driven over LSP. Every request has a deadline. */
import { spawn, type ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
  Location,
  LocationLink,
  Position,
  PublishDiagnosticsParams,
  Range,
  ServerCapabilities,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { SandboxLaunch } from '../../shared/sandbox/sandbox-launch.ts';
import { spawnSandboxed } from '../../main/platform/programs/sandboxed-start.ts';
import { withRunMark } from '../../main/platform/programs/run-mark.ts';
import type { LanguageDocument, LanguageService } from './language-service.ts';
import { clientCapabilities } from './lsp-capabilities.ts';
import { ServerDocuments } from './lsp-documents.ts';
import { symbolLenses } from './symbol-lenses.ts';
import type { ServerStart } from './server-table.ts';

export interface LspDeps {
  readonly name: string;
  readonly start: ServerStart;
  readonly root: string;
  readonly options: unknown;
  /** Where it runs; undefined: with the user's rights. */
  readonly sandbox?: SandboxLaunch | undefined;
  /** Answers to its configuration requests, by section. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly onDiagnostics: (path: string, diagnostics: readonly Diagnostic[]) => void;
  readonly onEnded: () => void;
}

const startMs = 20_000;
const answerMs = 15_000;
const pushedMs = 25_000;
const quietMs = 300;

const inheritedEnv = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SystemRoot',
  'TMPDIR',
  'GOPATH',
  'CARGO_HOME',
];

function environment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const env: Record<string, string> = { LANG: 'C.UTF-8' };
  for (const name of inheritedEnv) if (process.env[name]) env[name] = process.env[name] ?? '';
  return { ...env, ...own };
}

interface StartedServer {
  readonly child: ChildProcess;
  /** Why it never ran, as far as the sandbox knows. */
  readonly whyNotRun: () => string | null;
}

function startPlainly({ start, root }: LspDeps): StartedServer {
  const [program = '', ...args] = start.argv;
  const child = spawn(program, args, {
    cwd: root,
    env: withRunMark(environment(start.env)),
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  return { child, whyNotRun: () => null };
}

const maxBwrapText = 4_096;

/** It sees the folder, read-only, and the toolchains: nothing else can appear in what it reports. */
function startInside({ start, root }: LspDeps, sandbox: SandboxLaunch): StartedServer {
  const [program = '', ...args] = start.argv;
  const own = { LANG: 'C.UTF-8', ...start.env };
  const inside = { program, args, cwd: root, env: own };
  const { child, status } = spawnSandboxed(sandbox, inside, ['pipe', 'pipe', 'pipe']);
  let text = '';
  child.stderr?.on('data', (piece: Buffer) => {
    if (text.length < maxBwrapText) text += piece.toString('utf8').slice(0, maxBwrapText);
  });
  // Bubblewrap writes only before the server runs; later output is the server's own.
  const bwrapMessage = (): string | null => text.trim().split('\n').at(-1) || null;
  const whyNotRun = (): string | null =>
    status.problem ?? (status.hasBegun ? null : bwrapMessage());
  return { child, whyNotRun };
}

export class LspServer implements LanguageService {
  readonly name: string;
  readonly #deps: LspDeps;
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #documents: ServerDocuments;
  readonly #ended = Promise.withResolvers<never>();
  readonly #whyNotRun: () => string | null;
  #capabilities: ServerCapabilities = {};

  private constructor(deps: LspDeps) {
    this.#deps = deps;
    this.name = deps.name;
    const { child, whyNotRun } = deps.sandbox
      ? startInside(deps, deps.sandbox)
      : startPlainly(deps);
    this.#child = child;
    this.#whyNotRun = whyNotRun;
    // Without a listener the error event would be thrown.
    this.#child.on('error', () => undefined);
    const { stdin, stdout } = this.#child;
    if (!stdin || !stdout) throw new Error('no pipes');
    this.#connection = createProtocolConnection(stdout, stdin);
    this.#documents = new ServerDocuments(this.#connection);
    this.#ended.promise.catch(() => undefined);
    stdin.on('error', () => undefined);
    this.#child.once('error', (error) => this.#end(error.message));
    // By `close`, which waits until all pipes are closed, bwrap's output has been read completely.
    const over = deps.sandbox ? 'close' : 'exit';
    this.#child.once(over, (code: number | null) =>
      this.#end(whyNotRun() ?? `it ended with ${code}`),
    );
  }

  static async start(deps: LspDeps): Promise<LspServer> {
    const server = new LspServer(deps);
    try {
      await server.#initialize();
      return server;
    } catch (error) {
      server.dispose();
      // If bwrap fails, the pipe breaks before bwrap has reported why.
      const why = deps.sandbox ? await server.#ended.promise.catch((end: unknown) => end) : error;
      throw server.#whyNotRun() === null ? error : why;
    }
  }

  async diagnostics(document: LanguageDocument): Promise<readonly Diagnostic[]> {
    this.#documents.show(document);
    if (!this.#capabilities.diagnosticProvider) {
      return this.#documents.pushed(document, { timeoutMs: pushedMs, quietMs });
    }
    const report = await this.#ask<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: document.uri },
    });
    const items = report.kind === 'full' ? report.items : [];
    this.#deps.onDiagnostics(document.path, items);
    return items;
  }

  async completions(document: LanguageDocument, position: Position) {
    if (!this.#capabilities.completionProvider) return null;
    this.#documents.show(document);
    const answer = await this.#ask<CompletionList | CompletionItem[] | null>(
      'textDocument/completion',
      { textDocument: { uri: document.uri }, position },
    );
    if (answer === null) return { items: [], isIncomplete: false };
    return Array.isArray(answer) ? { items: answer, isIncomplete: false } : answer;
  }

  async definitions(document: LanguageDocument, position: Position) {
    if (!this.#capabilities.definitionProvider) return null;
    this.#documents.show(document);
    const answer = await this.#ask<Location | (Location | LocationLink)[] | null>(
      'textDocument/definition',
      { textDocument: { uri: document.uri }, position },
    );
    const all = answer === null || Array.isArray(answer) ? (answer ?? []) : [answer];
    return all.map((item) =>
      'targetUri' in item ? { uri: item.targetUri, range: item.targetSelectionRange } : item,
    );
  }

  async format(
    document: LanguageDocument,
    range: Range | null,
  ): Promise<readonly TextEdit[] | null> {
    const { documentFormattingProvider: whole, documentRangeFormattingProvider: part } =
      this.#capabilities;
    if (!(range ? part : whole)) return null;
    this.#documents.show(document);
    const about = { textDocument: { uri: document.uri }, options: indentOf(document.text) };
    const method = range ? 'textDocument/rangeFormatting' : 'textDocument/formatting';
    const params = range ? { ...about, range } : about;
    return (await this.#ask<TextEdit[] | null>(method, params)) ?? [];
  }

  async fixes(document: LanguageDocument, diagnostic: Diagnostic): Promise<readonly CodeAction[]> {
    if (!this.#capabilities.codeActionProvider) return [];
    this.#documents.show(document);
    const answer = await this.#ask<(CodeAction | { command: string })[] | null>(
      'textDocument/codeAction',
      {
        textDocument: { uri: document.uri },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic], only: ['quickfix'] },
      },
    );
    // A command-only action would run inside the server, where we cannot see it.
    return (answer ?? []).filter(
      (action): action is CodeAction => 'title' in action && !('arguments' in action),
    );
  }

  async resolveFix(action: CodeAction): Promise<CodeAction> {
    return action.edit ? action : this.#ask<CodeAction>('codeAction/resolve', action);
  }

  async lenses(document: LanguageDocument): Promise<readonly CodeLens[] | null> {
    const { codeLensProvider: provider, documentSymbolProvider: symbols } = this.#capabilities;
    if (!provider && !symbols) return null;
    this.#documents.show(document);
    const textDocument = { uri: document.uri };
    const own = provider
      ? await this.#ask<CodeLens[] | null>('textDocument/codeLens', { textDocument })
      : null;
    const answer = own ?? [];
    if (answer.length === 0 && symbols) return this.#symbolLenses(textDocument);
    if (!provider?.resolveProvider) return answer;
    const resolve = async (lens: CodeLens): Promise<CodeLens> =>
      lens.command ? lens : this.#ask<CodeLens>('codeLens/resolve', lens);
    return Promise.all(answer.slice(0, 200).map(resolve));
  }

  #symbolLenses(textDocument: { readonly uri: string }): Promise<readonly CodeLens[]> {
    const canCount = Boolean(this.#capabilities.referencesProvider);
    const context = { includeDeclaration: false };
    return symbolLenses({
      symbols: () => this.#ask('textDocument/documentSymbol', { textDocument }),
      references: canCount
        ? (position) => this.#ask('textDocument/references', { textDocument, position, context })
        : null,
    });
  }

  async rename(document: LanguageDocument, position: Position, newName: string) {
    if (!this.#capabilities.renameProvider) return null;
    this.#documents.show(document);
    const params = { textDocument: { uri: document.uri }, position, newName };
    const answer = await this.#ask<WorkspaceEdit | null>('textDocument/rename', params);
    return answer ?? { changes: {} };
  }

  dispose(): void {
    this.#connection.dispose();
    const { pid } = this.#child;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
      else this.#child.kill('SIGKILL');
    } catch {
      // It has already exited.
    }
  }

  async #initialize(): Promise<void> {
    const { root, options, settings } = this.#deps;
    const uri = pathToFileURL(root).href;
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onRequest('client/unregisterCapability', () => null);
    this.#connection.onRequest('window/workDoneProgress/create', () => null);
    this.#connection.onRequest(
      'workspace/configuration',
      (params: { items: { section?: string }[] }) =>
        params.items.map(({ section = '' }) => settings?.[section] ?? options ?? null),
    );
    this.#connection.onRequest('workspace/workspaceFolders', () => [{ uri, name: 'root' }]);
    // The server must not write files; we apply edits.
    this.#connection.onRequest('workspace/applyEdit', () => ({ applied: false }));
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: PublishDiagnosticsParams) => {
        const path = this.#documents.publish(params);
        if (path !== null) this.#deps.onDiagnostics(path, params.diagnostics);
      },
    );
    this.#connection.listen();
    const answer = await this.#within<InitializeResult>(
      this.#connection.sendRequest('initialize', {
        // Inside a sandbox there is no such process, and a server ends when it finds none.
        processId: this.#deps.sandbox ? null : process.pid,
        clientInfo: { name: 'Gatehouse' },
        rootUri: uri,
        workspaceFolders: [{ uri, name: 'root' }],
        capabilities: clientCapabilities,
        initializationOptions: options ?? {},
      }),
      startMs,
    );
    this.#capabilities = answer.capabilities;
    await this.#connection.sendNotification('initialized', {});
  }

  #ask<T>(method: string, params: unknown): Promise<T> {
    return this.#within(this.#connection.sendRequest<T>(method, params), answerMs);
  }

  async #within<T>(answer: Promise<T>, ms: number): Promise<T> {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('it did not answer in time')), ms);
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, timeout.promise, this.#ended.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #end(reason: string): void {
    this.#ended.reject(new Error(reason));
    this.#deps.onEnded();
  }
}

/** Detects the indentation of the file. */
function indentOf(text: string) {
  const spaces = [...text.matchAll(/^( +)\S/gm)].map(([, indent = '']) => indent.length);
  const tabs = text.match(/^\t+\S/gm)?.length ?? 0;
  const tabSize = Math.min(8, Math.max(2, Math.min(...spaces.filter((space) => space > 1), 8)));
  const insertSpaces = spaces.length >= tabs;
  return { tabSize: spaces.length > 0 ? tabSize : 2, insertSpaces, insertFinalNewline: true };
}
