// The least that keeps the promises of the gate, written by hand: it resolves the real path, writes
// intent and decision to a hash chain before the call is passed on, writes the outcome before it is
// answered, and syncs after a short delay. No schemas, sessions, limits, rules or policy.
import { hash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { WebSocket } from 'ws';

interface Message {
  readonly id: string;
  readonly action: string;
  readonly args: { readonly path: string };
}

interface Waiting {
  readonly socket: WebSocket;
  readonly entry: string;
}

const syncDelayMs = 5;
const read = (data: unknown): Message => JSON.parse((data as Buffer).toString('utf8')) as Message;

export class LeastGate {
  readonly #plugin: WebSocket;
  readonly #root: string;
  readonly #inode: bigint;
  readonly #file: number;
  readonly #waiting = new Map<string, Waiting>();
  #seq = 0;
  #head = '0'.repeat(64);
  #armed = false;

  constructor(plugin: WebSocket, root: string, dataDir: string) {
    this.#plugin = plugin;
    this.#root = root;
    this.#inode = fs.lstatSync(root, { bigint: true }).ino;
    this.#file = fs.openSync(path.join(dataDir, 'least'), 'a');
    plugin.on('message', (data) => this.#answer(data as Buffer));
  }

  readonly serve = (socket: WebSocket): void => {
    socket.on('message', (data) => this.#pass(data as Buffer, socket));
  };

  #pass(data: Buffer, socket: WebSocket): void {
    const { id, action, args } = read(data);
    this.#look(args.path);
    const entry = randomUUID();
    const facts = { entry, actor: 'bench', action };
    const payload_sha256 = hash('sha256', JSON.stringify([action, args]));
    this.#write([
      { phase: 'intent', ...facts, args },
      { phase: 'decision', ...facts, result: 'allow', decided_by: 'policy', payload_sha256 },
    ]);
    this.#waiting.set(id, { socket, entry });
    this.#plugin.send(data, { binary: false });
  }

  #answer(data: Buffer): void {
    const { id, action } = read(data);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    const { socket, entry } = waiting;
    this.#write([{ phase: 'outcome', entry, actor: 'bench', action, result: 'done' }]);
    socket.send(data, { binary: false });
  }

  #look(wanted: string): void {
    const real = fs.realpathSync.native(wanted);
    const still = fs.lstatSync(this.#root, { bigint: true }).ino === this.#inode;
    if (!still || !real.startsWith(this.#root) || !fs.lstatSync(real).isFile())
      throw new Error(`${wanted} is not where it should be`);
  }

  #write(records: readonly object[]): void {
    const ts = new Date().toISOString();
    let text = '';
    for (const record of records) {
      this.#seq += 1;
      const line = JSON.stringify({ seq: this.#seq, ts, ...record, prev: this.#head });
      this.#head = hash('sha256', line);
      text += `${line.slice(0, -1)},"hash":"${this.#head}"}\n`;
    }
    fs.writeSync(this.#file, text);
    if (this.#armed) return;
    this.#armed = true;
    setTimeout(() => {
      this.#armed = false;
      fs.fdatasync(this.#file, () => undefined);
    }, syncDelayMs);
  }
}
