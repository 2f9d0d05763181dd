/** The process that is fuzzed, seen from outside. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { nodePart } from '../../../../config/vite.mjs';

export interface AppFacts {
  readonly port: number;
  readonly project: string;
  readonly managementTokenFile: string;
  readonly keys: Readonly<Record<'legacy' | 'modern' | 'raw' | 'plugin', string>>;
}

export interface Health {
  readonly unhandled: readonly string[];
  readonly bugs: readonly string[];
  readonly rssMb: number;
  readonly heapMb: number;
  readonly delayP50Ms: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly polluted: boolean;
}

const repo = path.resolve(import.meta.dirname, '../../../..');
const here = path.relative(repo, import.meta.dirname);

/** Built as the app is, since packages of the workbench cannot be loaded unbuilt. */
async function built(outDir: string): Promise<string> {
  const common = { outDir, format: 'es', target: 'node24', keepOutDir: true } as const;
  const index = 'src/main/platform/ledger-index/worker.ts';
  const parts = [
    nodePart({ ...common, entry: path.join(here, 'fuzz-app.ts'), file: 'app.js' }),
    nodePart({ ...common, entry: index, file: 'audit-index-worker.js' }),
  ];
  for (const part of parts) await build({ ...part, logLevel: 'error' });
  fs.symlinkSync(path.join(repo, 'node_modules'), path.join(outDir, 'node_modules'));
  return path.join(outDir, 'app.js');
}

export class AppProcess {
  readonly facts: AppFacts;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #crashed: string | null = null;
  #ending = false;

  private constructor(child: ChildProcess, folder: string, facts: AppFacts) {
    this.#child = child;
    this.#folder = folder;
    this.facts = facts;
    child.once('exit', (code, signal) => {
      if (!this.#ending) this.#crashed = `it ended with ${code ?? signal}`;
    });
  }

  static async start(): Promise<AppProcess> {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-fuzz-')));
    const script = await built(path.join(folder, 'built'));
    const child = spawn(process.execPath, ['--expose-gc', script, folder], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error('the app did not start');
    });
    const [{ ready }] = (await Promise.race([once(child, 'message'), ended])) as [
      { ready: AppFacts },
    ];
    ended.catch(() => undefined);
    return new AppProcess(child, folder, ready);
  }

  /** How it ended, if it did. */
  get crashed(): string | null {
    return this.#crashed;
  }

  managementToken(): string {
    return fs.readFileSync(this.facts.managementTokenFile, 'utf8');
  }

  /** Files that hold a key of this run, in any usual spelling; the token file is made to. */
  leaks(): readonly string[] {
    const secrets = [...Object.values(this.facts.keys), this.managementToken()].map((key) =>
      Buffer.from(key),
    );
    const spellings = secrets.flatMap((secret) => [
      secret,
      ...(['hex', 'base64', 'base64url'] as const).map((how) => Buffer.from(secret.toString(how))),
    ]);
    const data = path.dirname(this.facts.managementTokenFile);
    return (
      fs
        .readdirSync(data, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(data, name))
        // What is half-way to its name is looked at under that name.
        .filter((file) => file !== this.facts.managementTokenFile && !file.endsWith('.tmp'))
        .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
        .filter((file) => {
          const bytes = fs.readFileSync(file);
          return spellings.some((spelling) => bytes.includes(spelling));
        })
    );
  }

  async health(after: 'health' | 'collect' = 'health'): Promise<Health> {
    const answered = once(this.#child, 'message') as Promise<[{ health: Health }]>;
    this.#child.send(after);
    return (await answered)[0].health;
  }

  async dispose(): Promise<void> {
    this.#ending = true;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.send('end');
      const late = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(late);
    }
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}
