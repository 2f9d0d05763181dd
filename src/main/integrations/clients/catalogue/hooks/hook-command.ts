/** The command that a hook starts, in the two forms that clients accept. */
import {
  confirmedStatus,
  confirmOption,
  hookLimitMs,
} from '../../../../../shared/native/hook-protocol.ts';
import type { NativeClient } from '../../../../../shared/native/native-call.ts';
import type { ClientProgram } from '../client-spec.ts';

/** Long, because the user may be at lunch when the ask arrives. The bridge gives up before that. */
export const dayMs = hookLimitMs;
export const daySeconds = hookLimitMs / 1000;

/**
 * Only the bridge ends with this status, so whatever else runs in its place denies the call, whatever it
 * prints: a missing or killed program, garbage, silence. The bridge's own no is 2, with words of its own.
 */
const guard =
  'answer=$("$@"); case $? in ' +
  `${confirmedStatus}) printf %s "$answer" ;; ` +
  '2) exit 2 ;; ' +
  '*) echo "Gatehouse gave no answer, so this was not run." >&2; exit 2 ;; esac';

/** For clients that run the tool after the limit, which is the only case that nothing here closes. */
export const afterLimit =
  'A hook that hangs for a whole day: Gatehouse refuses before, but a program that was stopped or replaced doesn’t.';

export interface HookCommand {
  readonly client: NativeClient;
  /** For clients whose input does not name its event. */
  readonly event?: string;
  /** Without a clear answer the tool must not run. */
  readonly isDecision: boolean;
}

/** For a client that starts it without a shell; `env` adds variables, because a hook has none of its own. */
export function execForm(
  program: ClientProgram,
  hook: HookCommand,
): { readonly command: string; readonly args: readonly string[] } {
  const [command = '', ...args] = [...variablesOf(program, 'env'), ...wordsOf(program, hook)];
  return { command, args };
}

/** For a client that uses a shell, which may be any: that one reads only plain words, and `sh` the rest. */
export const shellForm = (program: ClientProgram, hook: HookCommand): string =>
  [...variablesOf(program, 'shell'), ...wordsOf(program, hook).map(quoted)].join(' ');

function wordsOf(
  { program, args }: ClientProgram,
  { client, event, isDecision }: HookCommand,
): readonly string[] {
  const own = [program, ...args, 'hook', client, ...(event === undefined ? [] : [event])];
  return isDecision ? ['/bin/sh', '-c', guard, 'gatehouse', ...own, confirmOption] : own;
}

function variablesOf({ env }: ClientProgram, way: 'env' | 'shell'): readonly string[] {
  const all = Object.entries(env);
  if (way === 'shell') return all.map(([name, value]) => `${name}=${quoted(value)}`);
  return all.length === 0
    ? []
    : ['/usr/bin/env', ...all.map(([name, value]) => `${name}=${value}`)];
}

const quoted = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Recognises our hook in a list, even if part of it was changed. */
export const markOf = ({ program, args }: ClientProgram, client: NativeClient): string =>
  [program, ...args, 'hook', client].join(' ');
