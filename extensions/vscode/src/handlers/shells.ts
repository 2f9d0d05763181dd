/**
 * A shell in an editor terminal, using the editor's pty module. Shell integration is not enough: it
 * loses the output of commands that end at once.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { refusal } from '../basics/refusal.ts';
import type { ProgramStart } from './running.ts';

interface Pty {
  onData(listener: (data: string) => void): vscode.Disposable;
  onExit(listener: (end: { readonly exitCode: number }) => void): vscode.Disposable;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  kill(): void;
}

interface PtyModule {
  spawn(program: string, args: readonly string[], options: object): Pty;
}

function ptyModule(): PtyModule {
  const candidates = ['node_modules', 'node_modules.asar.unpacked'].map((modules) =>
    path.join(vscode.env.appRoot, modules, 'node-pty'),
  );
  const module = candidates.find((candidate) => fs.existsSync(candidate));
  if (!module) throw refusal('unsupported-by-editor', 'It comes without a pty module.');
  return createRequire(path.join(module, 'package.json'))(module) as PtyModule;
}

export interface ShellSize {
  readonly cols: number;
  readonly rows: number;
}

/** The user sees it and can type into it too. */
export class ShellTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #pty: Pty;

  constructor(
    { program, argv, env, cwd }: ProgramStart,
    size: ShellSize,
    events: { onData(data: string): void; onExit(code: number): void },
  ) {
    const options = { name: 'xterm-256color', cwd, ...size };
    this.#pty = ptyModule().spawn(program ?? '', argv.slice(1), {
      ...options,
      env: { ...env, TERM: 'xterm-256color' },
    });
    this.#pty.onData((data) => {
      this.#written.fire(data);
      events.onData(data);
    });
    this.#pty.onExit(({ exitCode }) => {
      this.#written.fire(`\r\n\u001B[2mThe shell ended with ${exitCode}.\u001B[0m\r\n`);
      events.onExit(exitCode);
    });
  }

  readonly onDidWrite = this.#written.event;

  open(): void {
    // Output before the terminal was shown is replaced by the next prompt.
  }

  close(): void {
    try {
      this.#pty.kill();
    } catch {
      // It has already exited.
    }
  }

  handleInput(data: string): void {
    this.#pty.write(data);
  }

  setDimensions({ columns, rows }: vscode.TerminalDimensions): void {
    this.#pty.resize(columns, rows);
  }
}
