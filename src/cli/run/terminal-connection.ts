/**
 * Connects this terminal to the agent's, byte for byte: raw input, size, suspension and signals, so that
 * the agent behaves as if it had been started here.
 */
import type net from 'node:net';
import process from 'node:process';
import { AgentRunEnd } from '../../shared/agents/agent-run.ts';
import {
  frameKinds,
  frameOf,
  FrameReader,
  sizeBytes,
  type TerminalFrame,
} from '../../shared/agents/terminal-frames.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { TerminalModes } from './terminal-modes.ts';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** A signal takes effect a moment after it was sent. */
const suspendMs = 100;

export const note = (text: string): void =>
  void process.stderr.write(`gatehouse: ${visibleText(text, { keepSpaces: true })}\n`);

/** Modes of the terminal that a program turns off when it ends itself, but not when it is ended. */
const usualModes =
  '\u001B[?1049l\u001B[?25h\u001B[?2004l\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l\u001B[0m\r';

/** Resolves with the exit code when the agent has ended. */
export function connectTerminal(socket: net.Socket, isTerminal: boolean): Promise<number> {
  return new TerminalConnection(socket, isTerminal).run();
}

class TerminalConnection {
  readonly #socket: net.Socket;
  readonly #isTerminal: boolean;
  readonly #reader = new FrameReader();
  readonly #modes = new TerminalModes();
  #end: AgentRunEnd | null = null;

  constructor(socket: net.Socket, isTerminal: boolean) {
    this.#socket = socket;
    this.#isTerminal = isTerminal;
  }

  async run(): Promise<number> {
    const { stdin, stdout } = process;
    const onInput = (bytes: Buffer): void => this.#input(bytes);
    const onInputEnd = (): void => this.#send(frameKinds.inputEnd);
    const onResize = (): void => this.#resize();
    const signals = passedOn.map((name) => {
      const listener = (): void => this.#send(frameKinds.signal, Buffer.from(name));
      return { name, listener };
    });
    for (const { name, listener } of signals) process.on(name, listener);
    this.#setRaw(true);
    stdin.on('data', onInput).once('end', onInputEnd);
    stdout.on('resize', onResize);
    // The size may have changed while the user was asked.
    this.#resize();
    await this.#untilClosed();
    stdin.off('data', onInput).off('end', onInputEnd).pause();
    stdout.off('resize', onResize);
    for (const { name, listener } of signals) process.off(name, listener);
    return this.#finish();
  }

  #untilClosed(): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve) => {
      socket.on('data', (piece: Buffer) => {
        const frames = this.#reader.read(piece);
        if (frames === null) return void socket.destroy();
        for (const frame of frames) this.#receive(frame);
      });
      socket.once('error', () => socket.destroy());
      socket.once('close', () => resolve());
    });
  }

  #input(bytes: Buffer): void {
    const isOpen = this.#socket.write(frameOf(frameKinds.data, bytes));
    if (isOpen) return;
    process.stdin.pause();
    this.#socket.once('drain', () => process.stdin.resume());
  }

  #receive({ kind, content }: TerminalFrame): void {
    if (kind === frameKinds.data) this.#print(process.stdout, content);
    if (kind === frameKinds.errors) this.#print(process.stderr, content);
    if (kind === frameKinds.stopped) this.#suspend();
    if (kind === frameKinds.ended) this.#end = endIn(content);
  }

  /** Nothing more is read from the agent until the terminal has taken it. */
  #print(to: NodeJS.WriteStream, content: Uint8Array): void {
    if (to.write(content)) return;
    this.#socket.pause();
    to.once('drain', () => this.#socket.resume());
  }

  /** Stops the whole job, as the agent would be stopped. `fg` continues it; without a shell it continues at once. */
  #suspend(): void {
    this.#setRaw(false);
    process.kill(0, 'SIGTSTP');
    setTimeout(() => {
      if (this.#socket.destroyed) return;
      this.#setRaw(true);
      this.#resize();
      this.#send(frameKinds.resume);
    }, suspendMs);
  }

  #resize(): void {
    const { columns, rows } = process.stdout;
    if (this.#isTerminal && columns && rows)
      this.#send(frameKinds.resize, sizeBytes(columns, rows));
  }

  #send(kind: TerminalFrame['kind'], content?: Uint8Array): void {
    if (!this.#socket.destroyed) this.#socket.write(frameOf(kind, content));
  }

  #setRaw(isRaw: boolean): void {
    if (this.#isTerminal) this.#modes.setRaw(isRaw);
  }

  #finish(): number {
    const end = this.#end;
    const wasEnded = end === null || end.exit_code === null || end.message !== null;
    if (wasEnded && this.#isTerminal) process.stdout.write(usualModes);
    this.#setRaw(false);
    if (end === null) note('Gatehouse has ended, and the agent with it.');
    else if (end.message !== null) note(end.message);
    return end?.exit_code ?? 1;
  }
}

function endIn(content: Uint8Array): AgentRunEnd | null {
  try {
    const parsed = AgentRunEnd.safeParse(JSON.parse(Buffer.from(content).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
