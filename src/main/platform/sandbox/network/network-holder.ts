/**
 * The process that keeps one session's network namespace alive, and the sockets that it sends us.
 * The namespace has no route, and there is no socket in the file system, so sandboxed programs
 * reach only what is connected here.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../../shared/base/disposable.ts';
import { holderProgram, type HandleMessage, type HolderListener } from './holder-steps.ts';
import { isProcessor } from './machine-code.ts';

export interface HolderOptions {
  readonly bwrap: string;
  readonly listeners: readonly HolderListener[];
}

const maxStartMs = 10_000;
const maxSocketMs = 5_000;

/**
 * It sees no device, no file and only its own process, because it needs nothing else. Sandboxes
 * join it, so it has no `--dev`.
 */
const holderArguments: readonly string[] = [
  ...['--unshare-user', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
  ...['--die-with-parent', '--new-session', '--as-pid-1', '--clearenv'],
  // Allows the synthetic addresses and ports below 1024, in this namespace only.
  ...['--cap-add', 'CAP_NET_ADMIN', '--cap-add', 'CAP_NET_BIND_SERVICE'],
  ...['--perms', '0500', '--file', '5', '/holder', '--remount-ro', '/'],
  ...['--info-fd', '6', '--', '/holder'],
];

export class NetworkHolder implements Disposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting: ((socket: net.Socket) => void)[] = [];
  readonly #handles: (net.Server | dgram.Socket)[] = [];
  readonly pid: number;

  private constructor(child: ChildProcess, pid: number, ended: Promise<void>) {
    this.#child = child;
    this.pid = pid;
    this.#ended = ended;
  }

  /** Resolves with the listeners in order; rejects if the namespace could not be created. */
  static async start({ bwrap, listeners }: HolderOptions): Promise<{
    readonly holder: NetworkHolder;
    readonly sockets: readonly (net.Server | dgram.Socket)[];
  }> {
    const { arch } = process;
    if (!isProcessor(arch)) throw new Error(`no network holder for ${arch}`);
    const child = spawn(bwrap, holderArguments, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe', 'pipe', 'pipe'],
    });
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    }).then(() => pipesOf(child).forEach((pipe) => pipe?.destroy()));
    const [, , , , requests, program] = pipesOf(child);
    for (const pipe of [requests, program]) pipe?.on('error', () => undefined);
    program?.end(holderProgram(arch, listeners));
    try {
      const [pid, sockets] = await started(child, listeners.length);
      const holder = new NetworkHolder(child, pid, ended);
      holder.#handles.push(...sockets);
      child.on('message', (message: HandleMessage, handle) => holder.#received(message, handle));
      return { holder, sockets };
    } catch (error) {
      child.kill('SIGKILL');
      await ended;
      throw error;
    }
  }

  /** Resolves when the process has exited, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Connects to the namespace's own loopback, from inside it. */
  async connect(port: number): Promise<net.Socket> {
    const socket = await this.#socket();
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.connect(port, '127.0.0.1', () => {
        socket.off('error', reject);
        resolve(socket);
      });
    });
  }

  async dispose(): Promise<void> {
    for (const handle of this.#handles) handle.close();
    this.#child.kill('SIGKILL');
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #socket(): Promise<net.Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<net.Socket>();
    const late = setTimeout(() => reject(new Error('the holder did not answer')), maxSocketMs);
    this.#waiting.push((socket) => {
      clearTimeout(late);
      resolve(socket);
    });
    pipesOf(this.#child)[4]?.write('+');
    return promise;
  }

  #received(message: HandleMessage, handle: unknown): void {
    if (!('socket' in message) || !(handle instanceof net.Socket)) return;
    const next = this.#waiting.shift();
    if (next) next(handle);
    else handle.destroy();
  }
}

/** Waits for the pid outside, from bubblewrap, and every listener, from the holder. */
function started(
  child: ChildProcess,
  count: number,
): Promise<[pid: number, sockets: readonly (net.Server | dgram.Socket)[]]> {
  const { promise, resolve, reject } =
    Promise.withResolvers<[number, readonly (net.Server | dgram.Socket)[]]>();
  const sockets = new Map<number, net.Server | dgram.Socket>();
  let info = '';
  let errors = '';
  const late = setTimeout(() => reject(new Error('the holder did not start in time')), maxStartMs);
  const look = (): void => {
    const [, pid] = /"child-pid"\s*:\s*(\d+)/.exec(info) ?? [];
    if (pid === undefined || sockets.size < count) return;
    resolve([
      Number(pid),
      Array.from({ length: count }, (_, at) => sockets.get(at)).filter(isThere),
    ]);
  };
  pipesOf(child)[6]?.on('data', (bytes: Buffer) => {
    info += bytes.toString('utf8');
    look();
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    errors = `${errors}${bytes.toString('utf8')}`.slice(-2000);
  });
  const onMessage = (message: HandleMessage, handle: unknown): void => {
    if (!('listener' in message)) return;
    if (handle instanceof net.Server || handle instanceof dgram.Socket)
      sockets.set(message.listener, handle);
    look();
  };
  child.on('message', onMessage);
  child.once('error', reject);
  child.stderr?.once('close', () => reject(new Error(errors.trim() || 'the holder ended at once')));
  return promise.finally(() => {
    clearTimeout(late);
    child.off('message', onMessage);
  });
}

/**
 * By descriptor. Node creates both directions of each, but its types cover only the first five.
 */
const pipesOf = ({ stdio }: ChildProcess): readonly (Duplex | null | undefined)[] =>
  stdio as unknown as readonly (Duplex | null | undefined)[];

const isThere = <T>(value: T | undefined): value is T => value !== undefined;
