/**
 * A shell in a terminal of the editor, on the pty module that the editor brings along. What the shell
 * integration tells is not enough: of a command that ends at once it loses the output.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { refusal } from '../basics/refusal.ts';
import type { Start } from './running.ts';

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
  const places = ['node_modules', 'node_modules.asar.unpacked'].map((modules) =>
    path.join(vscode.env.appRoot, modules, 'node-pty'),
  );
  const found = places.find((place) => fs.existsSync(place));
  if (!found) throw refusal('unsupported-by-editor', 'It comes without a pty module.');
  return createRequire(path.join(found, 'package.json'))(found) as PtyModule;
}

export interface ShellSize {
  readonly cols: number;
  readonly rows: number;
}

/** The person sees it, and may type into it like the agent. */
export class Shell implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #pty: Pty;

  constructor(
    { program, argv, env, cwd }: Start,
    size: ShellSize,
    told: { onData(data: string): void; onExit(code: number): void },
  ) {
    const options = { name: 'xterm-256color', cwd, env: { ...env, TERM: 'xterm-256color' } };
    this.#pty = ptyModule().spawn(program ?? '', argv.slice(1), { ...options, ...size });
    this.#pty.onData((data) => {
      this.#written.fire(data);
      told.onData(data);
    });
    this.#pty.onExit(({ exitCode }) => {
      this.#written.fire(`\r\n\u001B[2mThe shell ended with ${exitCode}.\u001B[0m\r\n`);
      told.onExit(exitCode);
    });
  }

  readonly onDidWrite = this.#written.event;

  open(): void {
    // What it wrote before there was a terminal is told again by the next prompt.
  }

  close(): void {
    try {
      this.#pty.kill();
    } catch {
      // It has ended already.
    }
  }

  handleInput(data: string): void {
    this.#pty.write(data);
  }

  setDimensions({ columns, rows }: vscode.TerminalDimensions): void {
    this.#pty.resize(columns, rows);
  }
}
