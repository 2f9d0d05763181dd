/** The whole app, a project folder, and Claude Code's hooks as that program starts them: a process each. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccessAsk } from '../../src/shared/access/access.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { clientKeyFolder } from '../../src/shared/integrations/client-key-folder.ts';
import { cliEnv } from '../cli/cli-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { eventually, TestApp } from '../fakes/test-app.ts';

export interface HookRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningHook {
  readonly ended: Promise<HookRun>;
  kill(): void;
}

const script = path.resolve(import.meta.dirname, '../cli/run-hook.mjs');
/** Each hook is a process that has to start, on a machine that may be busy. */
export const patientMs = 60_000;

/** A hook with this on its stdin. */
export function startHook(
  dataDir: string,
  words: readonly string[],
  input: string | Buffer,
): RunningHook {
  const child = spawn(process.execPath, [script, 'hook', ...words], { env: cliEnv(dataDir) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<HookRun>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

export async function nativeApp(dataDir?: string) {
  const app = await TestApp.open(dataDir);
  const root = path.join(scratch(), 'harbour');
  fs.mkdirSync(path.join(root, 'src'), { recursive: true });
  fs.writeFileSync(path.join(root, 'package.json'), '{"scripts":{"test":"node --test"}}\n');
  fs.writeFileSync(path.join(root, 'src/a.ts'), 'old line\n');
  await giveKey(app, 'claude-code');
  return new NativeApp(app, fs.realpathSync(root));
}

/** As the Clients page stores it. */
export async function giveKey(app: TestApp, client: string): Promise<void> {
  const folder = path.join(app.dataDir, clientKeyFolder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(folder, `${client}.key`), await app.newKey(client), { mode: 0o600 });
}

export class NativeApp {
  readonly app: TestApp;
  readonly root: string;
  #calls = 0;

  constructor(app: TestApp, root: string) {
    this.app = app;
    this.root = root;
  }

  start(input: object, client = 'claude-code'): RunningHook {
    return startHook(this.app.dataDir, [client], JSON.stringify(input));
  }

  /** The hook's answer, as Claude Code reads it. */
  async ask(input: object): Promise<string> {
    const { stdout, code, stderr } = await this.start(input).ended;
    return code === 0 ? (verdictIn(stdout) ?? 'pass') : `exit ${code}: ${stderr}`;
  }

  event(name: string, tool: string, input: object, more: object = {}): object {
    return {
      ...{ session_id: 'conversation-1', transcript_path: '/t.jsonl', cwd: this.root },
      ...{ permission_mode: 'default', hook_event_name: name, tool_name: tool, tool_input: input },
      ...more,
    };
  }

  bash(command: string, id = this.#nextId()): object {
    return this.event('PreToolUse', 'Bash', { command }, { tool_use_id: id });
  }

  edit(file: string, text: readonly [string, string], id = this.#nextId()): object {
    const [old_string, new_string] = text;
    const input = { file_path: path.join(this.root, file), old_string, new_string };
    return this.event('PreToolUse', 'Edit', input, { tool_use_id: id });
  }

  write(file: string, content: string, id = this.#nextId()): object {
    const input = { file_path: path.resolve(this.root, file), content };
    return this.event('PreToolUse', 'Write', input, { tool_use_id: id });
  }

  after(before: object, more: object = {}): object {
    return { ...before, hook_event_name: 'PostToolUse', tool_response: {}, ...more };
  }

  permission(before: object): object {
    const { tool_use_id: _id, ...rest } = before as { tool_use_id?: string };
    return { ...rest, hook_event_name: 'PermissionRequest' };
  }

  async grant(): Promise<void> {
    const first = this.bash('ls src');
    const asking = this.ask(first);
    await this.allowAccess();
    await asking;
    await this.ask(this.after(first));
  }

  /** The ask for access that waits, or comes. */
  async accessAsk(): Promise<AccessAsk> {
    const ask = await eventually(
      () => this.app.app.core.asks.list().find((one) => one.waiting > 0),
      patientMs,
    );
    if (ask.kind !== 'access') throw new Error(`this is a ${ask.kind} ask`);
    return ask;
  }

  async allowAccess(): Promise<void> {
    const { askId, scopes, roots, requestedSeconds: seconds } = await this.accessAsk();
    this.app.app.core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds });
  }

  async confirmation(): Promise<ConfirmAsk> {
    const ask = await eventually(
      () => this.app.app.core.asks.list().find((one) => one.waiting > 0),
      patientMs,
    );
    if (ask.kind !== 'confirm') throw new Error(`this is a ${ask.kind} ask`);
    return ask;
  }

  async outcomeOf(action: string): Promise<Readonly<Record<string, unknown>>> {
    const giveUpAt = performance.now() + patientMs;
    for (;;) {
      const lines = await this.app.ledger();
      const found = lines.findLast((line) => line.phase === 'outcome' && line.action === action);
      if (found) return found;
      if (performance.now() > giveUpAt) throw new Error(`no outcome of ${action}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #nextId(): string {
    this.#calls += 1;
    return `toolu_${this.#calls}`;
  }
}

function verdictIn(stdout: string): string | null {
  if (stdout === '') return null;
  const { hookSpecificOutput: output } = JSON.parse(stdout) as {
    hookSpecificOutput: {
      permissionDecision?: string;
      permissionDecisionReason?: string;
      decision?: { behavior: string; message?: string };
    };
  };
  const { permissionDecision: kind, permissionDecisionReason: why, decision } = output;
  return `${kind ?? decision?.behavior ?? ''}${(why ?? decision?.message) ? `: ${why ?? decision?.message}` : ''}`;
}
