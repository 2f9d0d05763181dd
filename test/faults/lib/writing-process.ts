/** Processes that write to a ledger and are killed. They are loaded ahead, so that a kill costs little. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import type { Orders } from './ledger-child-orders.ts';

const source = path.join(import.meta.dirname, 'ledger-child.ts');

export interface Killed {
  readonly orders: Orders;
  /** What was acknowledged to the process, as `phase:entry`. */
  readonly acknowledged: readonly string[];
  /** From its orders to its first record; null when it was killed before. */
  readonly readyMs: number | null;
}

/** One file, so that it loads quickly. */
async function bundled(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.resolve(import.meta.dirname, '../../..'),
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: source,
        external: [/^node:/],
        output: { format: 'es', entryFileNames: 'child.mjs' },
      },
    },
  });
  return path.join(folder, 'child.mjs');
}

export class WritingProcesses {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-child-'));
  readonly #loaded: ChildProcess[] = [];
  #script = '';

  async start(ahead: number): Promise<void> {
    this.#script = await bundled(this.#folder);
    for (let at = 0; at < ahead; at += 1) this.#loaded.push(this.#spawn());
  }

  /** Lets one write, and kills it that long after its orders, or after it was ready. */
  async kill(orders: Orders, when: { readonly ms: number; readonly ready: boolean }) {
    const child = this.#loaded.shift() ?? this.#spawn();
    this.#loaded.push(this.#spawn());
    const closed = once(child, 'close');
    const ready = Promise.withResolvers<void>();
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (text.includes('ready') || said.includes('ready')) ready.resolve();
    });
    void closed.then(() => ready.resolve());
    child.stdin?.end(JSON.stringify(orders));
    if (when.ready) await ready.promise;
    await sleep(when.ms);
    child.kill('SIGKILL');
    await closed;
    return understood(orders, said);
  }

  async dispose(): Promise<void> {
    const ends = this.#loaded.map(async (child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    });
    await Promise.all(ends);
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    return spawn(process.execPath, [this.#script], {
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_COMPILE_CACHE: path.join(this.#folder, 'cache'),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }
}

function understood(orders: Orders, said: string): Killed {
  // The last line may be torn; a partial line does not count.
  const lines = said.split('\n').slice(0, -1);
  const ready = lines.find((line) => line.startsWith('ready '));
  return {
    orders,
    acknowledged: lines.filter((line) => line.includes(':')),
    readyMs: ready === undefined ? null : Number(ready.slice('ready '.length)),
  };
}
