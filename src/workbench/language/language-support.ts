/**
 * Finds the language service for a document: one server per language and folder, started on first
 * use, stopped when idle, and restarted after a crash a limited number of times.
 */
import fs from 'node:fs';
import type { Disposable } from '../../shared/base/disposable.ts';
import { isInside } from '../../shared/files/inside.ts';
import { isError, failed, refused } from '../../shared/actions/outcomes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import type { LanguageService } from './language-service.ts';
import { isWebLanguage, type LanguageThread } from './language-thread.ts';
import type { LspDeps } from './lsp-server.ts';
import type { ReachBounds } from './reach/bounds.ts';
import { LanguageReach, type CheckedDocument } from './reach/reach.ts';
import { serversWith, type ServerKind, type ServerStart } from './server-table.ts';
import { toWireDiagnostic } from './positions.ts';

interface RunningServer {
  readonly help: Promise<LanguageService>;
  /** Documents sent to it: the server may read whatever they import at any time. */
  readonly shown: Map<string, CheckedDocument>;
  idle: NodeJS.Timeout | null;
}

const idleMs = 10 * 60_000;
const maxServers = 8;
const maxCrashes = 3;
const crashMemoryMs = 5 * 60_000;

export class LanguageServices implements Disposable {
  readonly #context: WorkbenchContext;
  readonly #reach = new LanguageReach();
  readonly #running = new Map<string, RunningServer>();
  readonly #crashes = new Map<string, number[]>();
  readonly #thread: LanguageThread;

  constructor(context: WorkbenchContext, thread: LanguageThread) {
    this.#context = context;
    this.#thread = thread;
  }

  /** Services that read only the document itself need no reach check. */
  async for(
    document: CheckedDocument,
    { roots, skip, sandbox }: Task,
  ): Promise<LanguageService | ActionError> {
    const { language, path } = document;
    const { languageServers = {} } = this.#context;
    if (this.#isOurs(language)) return this.#thread.serviceFor(language);
    const kind = serversWith(languageServers).find((item) => item.languages.includes(language));
    const root = roots.find((item) => isInside(path, item.path))?.path;
    if (!kind || root === undefined) return refused('no-language-support', `${language}.`);
    const bounds = { root, skip };
    const outside = await this.#reach.check(document, bounds);
    if (outside) return outside;
    const key = `${kind.name} ${root}${sandbox ? ' sandboxed' : ''}`;
    await this.#stopIfOutside(key, bounds);
    const isUserConfigured = Object.hasOwn(languageServers, language);
    const server = isUserConfigured ? kind : outsideOf(roots, kind);
    const help = await this.#serverFor(key, server, root, sandbox);
    if (isError(help)) return help;
    this.#running.get(key)?.shown.set(path, document);
    return help;
  }

  /**
   * Checks again once the answer is there: what the document imports may have changed meanwhile.
   */
  async checkReachAgain(
    document: CheckedDocument,
    { roots, skip }: Task,
  ): Promise<ActionError | null> {
    const { language, path } = document;
    const root = roots.find((item) => isInside(path, item.path))?.path;
    if (root === undefined || this.#isOurs(language)) return null;
    return this.#reach.check(document, { root, skip });
  }

  #isOurs(language: string): boolean {
    return isWebLanguage(language) && !Object.hasOwn(this.#context.languageServers ?? {}, language);
  }

  /** Stops a server if one of its documents now leads outside. */
  async #stopIfOutside(key: string, bounds: ReachBounds): Promise<void> {
    const shown = [...(this.#running.get(key)?.shown.values() ?? [])];
    const [first, ...others] = shown;
    if (first && (await this.#reach.check(first, bounds, others))) this.#stop(key);
  }

  dispose(): void {
    for (const { help, idle } of this.#running.values()) {
      if (idle) clearTimeout(idle);
      help.then(
        (item) => item.dispose(),
        () => undefined,
      );
    }
    this.#running.clear();
  }

  async #serverFor(
    key: string,
    kind: ServerKind,
    root: string,
    sandbox: Task['sandbox'],
  ): Promise<LanguageService | ActionError> {
    const known = this.#running.get(key) ?? this.#start(key, kind, root, sandbox);
    if (isErrorOrRunning(known)) return known;
    if (known.idle) clearTimeout(known.idle);
    known.idle = setTimeout(() => this.#stop(key), idleMs);
    known.idle.unref();
    try {
      return await known.help;
    } catch (error) {
      this.#running.delete(key);
      return failed('language-server-failed', `${kind.name}: ${messageOf(error)}.`);
    }
  }

  #start(
    key: string,
    kind: ServerKind,
    root: string,
    sandbox: Task['sandbox'],
  ): RunningServer | ActionError {
    const now = performance.now();
    const crashes = (this.#crashes.get(key) ?? []).filter((at) => now - at < crashMemoryMs);
    if (crashes.length >= maxCrashes) {
      return failed(
        'language-server-failed',
        `${kind.name} ended ${crashes.length} times; it is not restarted for a while.`,
      );
    }
    const start = kind.starters.map((starter) => starter()).find((item) => item !== null);
    if (!start) return refused('no-language-support', `${kind.name} is not installed.`);
    this.#stopOldest();
    const help = startServer({
      name: kind.name,
      start,
      root,
      sandbox,
      options: kind.options,
      settings: kind.settings?.(root),
      onDiagnostics: (path, diagnostics) => {
        const wire = diagnostics.slice(0, 100).map((item) => toWireDiagnostic(path, item));
        this.#context.emit('errors_detected', {
          path,
          count: diagnostics.length,
          diagnostics: wire,
        });
      },
      onEnded: () => {
        if (this.#running.get(key) !== running) return;
        this.#running.delete(key);
        this.#crashes.set(key, [...crashes, performance.now()]);
      },
    });
    const running: RunningServer = { help, shown: new Map(), idle: null };
    this.#running.set(key, running);
    return running;
  }

  #stopOldest(): void {
    const [oldest] = this.#running.keys();
    if (this.#running.size >= maxServers && oldest !== undefined) this.#stop(oldest);
  }

  #stop(key: string): void {
    const running = this.#running.get(key);
    this.#running.delete(key);
    running?.help.then(
      (item) => item.dispose(),
      () => undefined,
    );
  }
}

const isErrorOrRunning = (value: RunningServer | ActionError): value is ActionError =>
  isError(value);

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The LSP library is loaded with the first server. */
async function startServer(deps: LspDeps): Promise<LanguageService> {
  const { LspServer } = await import('./lsp-server.ts');
  return LspServer.start(deps);
}

/** Never starts a program from a folder that agents can write to, whatever PATH says. */
function outsideOf(roots: Task['roots'], kind: ServerKind): ServerKind {
  const isOutside = ({ argv }: ServerStart): boolean => {
    // The second argument is a script if the first is its interpreter.
    const paths = argv.slice(0, 2).flatMap((word) => [word, realOf(word)]);
    return !roots.some((root) => paths.some((candidate) => isInside(candidate, root.path)));
  };
  const starters = kind.starters.map((starter) => () => {
    const start = starter();
    return start && isOutside(start) ? start : null;
  });
  return { ...kind, starters };
}

function realOf(program: string): string {
  try {
    return fs.realpathSync(program);
  } catch {
    return program;
  }
}
