/**
 * Finds who understands a document: one server for each language and folder, started when first
 * asked for, ended when nobody asks for a while, started anew after a crash, but not for ever.
 */
import type { Disposable } from '../../shared/base/disposable.ts';
import { isInside } from '../../shared/inside.ts';
import { failed, refused } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import type { Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import type { LanguageHelp } from './language-help.ts';
import type { LspDeps } from './lsp-server.ts';
import { serversWith, type ServerKind } from './server-table.ts';
import { toldDiagnostic } from './places.ts';

interface Running {
  readonly help: Promise<LanguageHelp>;
  idle: NodeJS.Timeout | null;
}

const idleMs = 10 * 60_000;
const mostServers = 8;
const mostCrashes = 3;
const crashMemoryMs = 5 * 60_000;

export class Helpers implements Disposable {
  readonly #bench: Bench;
  readonly #running = new Map<string, Running>();
  readonly #crashes = new Map<string, number[]>();
  readonly #inProcess = new Map<string, LanguageHelp>();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async for(language: string, path: string, { roots }: Task): Promise<LanguageHelp | Trouble> {
    const { languageServers = {} } = this.#bench;
    const isOurs = Object.hasOwn(inProcess, language) && !Object.hasOwn(languageServers, language);
    if (isOurs) return this.#ownFor(language);
    const kind = serversWith(languageServers).find((one) => one.languages.includes(language));
    const root = roots.find((one) => isInside(path, one.path))?.path;
    if (!kind || root === undefined) return refused('no-language-support', `${language}.`);
    return this.#serverFor(kind, root);
  }

  dispose(): void {
    for (const { help, idle } of this.#running.values()) {
      if (idle) clearTimeout(idle);
      help.then(
        (one) => one.dispose(),
        () => undefined,
      );
    }
    this.#running.clear();
  }

  /** Loaded when first asked for: most of what they know is tables. */
  async #ownFor(language: string): Promise<LanguageHelp> {
    const services = await import('./web-languages.ts');
    const known = this.#inProcess.get(language) ?? services[inProcess[language] ?? 'jsonHelp']();
    this.#inProcess.set(language, known);
    return known;
  }

  async #serverFor(kind: ServerKind, root: string): Promise<LanguageHelp | Trouble> {
    const key = `${kind.name} ${root}`;
    const known = this.#running.get(key) ?? this.#start(key, kind, root);
    if (isTroubleOrRunning(known)) return known;
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

  #start(key: string, kind: ServerKind, root: string): Running | Trouble {
    const now = performance.now();
    const crashes = (this.#crashes.get(key) ?? []).filter((at) => now - at < crashMemoryMs);
    if (crashes.length >= mostCrashes) {
      return failed(
        'language-server-failed',
        `${kind.name} ended ${crashes.length} times; it is left alone for a while.`,
      );
    }
    const start = kind.ways.map((way) => way()).find((one) => one !== null);
    if (!start) return refused('no-language-support', `${kind.name} is not installed.`);
    this.#makeRoom();
    const help = startServer({
      name: kind.name,
      start,
      root,
      options: kind.options,
      onDiagnostics: (path, diagnostics) => {
        const told = diagnostics.slice(0, 100).map((one) => toldDiagnostic(path, one));
        this.#bench.tell('errors_detected', { path, count: diagnostics.length, diagnostics: told });
      },
      onEnded: () => {
        if (this.#running.get(key) !== running) return;
        this.#running.delete(key);
        this.#crashes.set(key, [...crashes, performance.now()]);
      },
    });
    const running: Running = { help, idle: null };
    this.#running.set(key, running);
    return running;
  }

  #makeRoom(): void {
    const [oldest] = this.#running.keys();
    if (this.#running.size >= mostServers && oldest !== undefined) this.#stop(oldest);
  }

  #stop(key: string): void {
    const running = this.#running.get(key);
    this.#running.delete(key);
    running?.help.then(
      (one) => one.dispose(),
      () => undefined,
    );
  }
}

const isTroubleOrRunning = (value: Running | Trouble): value is Trouble => 'code' in value;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The protocol's library is loaded with the first server. */
async function startServer(deps: LspDeps): Promise<LanguageHelp> {
  const { LspServer } = await import('./lsp-server.ts');
  return LspServer.start(deps);
}

const inProcess: Readonly<Record<string, 'jsonHelp' | 'cssHelp' | 'htmlHelp'>> = {
  json: 'jsonHelp',
  jsonc: 'jsonHelp',
  css: 'cssHelp',
  scss: 'cssHelp',
  less: 'cssHelp',
  html: 'htmlHelp',
};
