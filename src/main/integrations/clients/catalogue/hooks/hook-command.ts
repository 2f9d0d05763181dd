/** The command that a hook starts, in the two forms that clients accept. */
import type { NativeClient } from '../../../../../shared/native/native-call.ts';
import type { ClientProgram } from '../client-spec.ts';

/** In milliseconds and seconds. Long, because the user may be at lunch when the ask arrives. */
export const dayMs = 86_400_000;
export const daySeconds = 86_400;

const tail = "|| { echo 'Gatehouse gave no answer, so this was not run.' >&2; exit 2; }";

export interface HookCommand {
  readonly client: NativeClient;
  /** For clients whose input does not name its event. */
  readonly event?: string;
}

/**
 * Without a shell. `env` starts it if variables are needed, because a hook has none of its own.
 */
export function execForm(
  { program, args, env }: ClientProgram,
  { client, event }: HookCommand,
): { readonly command: string; readonly args: readonly string[] } {
  const own = [...args, 'hook', client, ...(event === undefined ? [] : [event])];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0
    ? { command: program, args: own }
    : { command: '/usr/bin/env', args: [...variables, program, ...own] };
}

/** For a client that uses a shell. `isDecision`: without an answer the tool must not run. */
export function shellForm(
  { program, args, env }: ClientProgram,
  { client, event, isDecision }: HookCommand & { readonly isDecision: boolean },
): string {
  const words = [
    ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
    ...[program, ...args, 'hook', client, ...(event === undefined ? [] : [event])].map(quoted),
  ];
  return [...words, ...(isDecision ? [tail] : [])].join(' ');
}

const quoted = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Recognises our hook in a list, even if part of it was changed. */
export const markOf = ({ program, args }: ClientProgram, client: NativeClient): string =>
  [program, ...args, 'hook', client].join(' ');
