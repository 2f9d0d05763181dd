/**
 * Asks the installed Codex through `codex app-server`: limited in time and output, read-only.
 */
import path from 'node:path';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { runProgram } from '../../../platform/programs/run-program.ts';
import { toolEnvironment } from '../../../platform/programs/tool-environment.ts';

/** It takes one to ten seconds on a busy machine. */
const timeoutMs = 30_000;
const maxOutputBytes = 4 * 1024 ** 2;

/** What Codex reports about one hook. */
const ListedHook = z.object({
  key: z.string(),
  eventName: z.string(),
  sourcePath: z.string(),
  command: z.string().nullish(),
  enabled: z.boolean().optional(),
  currentHash: z.string(),
  trustStatus: z.string(),
});
export type ListedHook = z.infer<typeof ListedHook>;

const HooksReply = z.object({
  id: z.literal(2),
  result: z.object({ data: z.array(z.object({ hooks: z.array(z.unknown()) })) }),
});

export interface CodexQuestion {
  readonly program: string;
  readonly codexHome: string;
  /** The folder whose hooks are listed. */
  readonly cwd: string;
}

/** The hooks that Codex found, or why it gave no answer. */
export async function listCodexHooks({
  program,
  codexHome,
  cwd,
}: CodexQuestion): Promise<readonly ListedHook[] | string> {
  const stop = new AbortController();
  let reply: readonly ListedHook[] | string | null = null;
  const lines = new ReplyLines((message) => {
    reply ??= replyIn(message);
    if (reply !== null) stop.abort();
  });
  const ended = await runProgram({
    ...{ program, cwd, timeoutMs, outputBytes: maxOutputBytes, signal: stop.signal },
    args: ['app-server'],
    env: environmentOf(program, codexHome),
    stderr: 'ignore',
    onInput: (input) => ask(input, cwd),
    onOutput: (piece) => lines.add(piece),
  });
  if (reply !== null) return reply;
  if ('notStarted' in ended) return `Codex could not be started (${ended.notStarted}).`;
  return ended.timedOut ? 'Codex did not answer in time.' : 'Codex ended without an answer.';
}

/** A program started by a script is often next to that script. */
function environmentOf(program: string, codexHome: string): Record<string, string> {
  const env = toolEnvironment();
  const searched = [path.dirname(program), env['PATH'] ?? ''].join(path.delimiter);
  return { ...env, PATH: searched, CODEX_HOME: codexHome };
}

function ask(input: Writable, cwd: string): void {
  const clientInfo = { name: 'gatehouse', title: 'Gatehouse', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [cwd] } },
  ];
  input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
}

function replyIn(message: unknown): readonly ListedHook[] | string | null {
  const read = HooksReply.safeParse(message);
  if (read.success)
    return read.data.result.data.flatMap(({ hooks }) =>
      hooks.flatMap((hook) => {
        const listed = ListedHook.safeParse(hook);
        return listed.success ? [listed.data] : [];
      }),
    );
  const failed = z.object({ id: z.number(), error: z.object({ message: z.string() }) });
  const refusal = failed.safeParse(message);
  return refusal.success ? `Codex refused: ${refusal.data.error.message.slice(0, 200)}` : null;
}

/** Complete lines of JSON; anything else is ignored. */
class ReplyLines {
  readonly #onMessage: (message: unknown) => void;
  #pending = '';
  #bytes = 0;

  constructor(onMessage: (message: unknown) => void) {
    this.#onMessage = onMessage;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > maxOutputBytes) return;
    const lines = (this.#pending + piece.toString('utf8')).split('\n');
    this.#pending = lines.pop() ?? '';
    for (const line of lines) {
      const message = parsed(line);
      if (message !== undefined) this.#onMessage(message);
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
