/** The content of our entry for each way to connect. */
import type { ClientWay } from '../../../shared/integrations/clients.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { ClientSpec, ClientProgram } from './catalogue/client-spec.ts';
import type { JsonObject } from './edit/json-value.ts';
import type { NotTouched } from './files/config-snapshot.ts';

export interface ServerEntrySpec {
  readonly way: ClientWay;
  readonly name: ClientId;
  readonly keyFile: string;
  /** Only for the way that writes the key into the file. */
  readonly key: string;
  readonly mcpUrl: string;
  readonly command: ClientProgram;
}

/** The recommended way first. Ways that write the key into the client's file come last. */
export function waysOf(spec: ClientSpec): readonly ClientWay[] {
  return [
    ...(spec.http && spec.fileReference ? (['reference'] as const) : []),
    'command',
    ...(spec.http ? (['key'] as const) : []),
  ];
}

export function entryValue(spec: ClientSpec, facts: ServerEntrySpec): JsonObject | NotTouched {
  const { way, name, mcpUrl: url, keyFile, key } = facts;
  const { program, args, env } = facts.command;
  const command = { program, args: [...args, 'stdio', '--client', name], env };
  const unfit = whyReplaced(spec, facts.command, keyFile);
  if (unfit) return unfit;
  if (way === 'command') return spec.stdio(command);
  const token = way === 'reference' ? spec.fileReference?.(keyFile) : key;
  const entry =
    token === undefined ? undefined : spec.http?.({ url, authorization: `Bearer ${token}` });
  return (
    entry ?? { why: `${spec.name} cannot be connected in that way.`, hint: 'Choose another one.' }
  );
}

/** Why our command cannot be written into the client's file; null if it can. */
export function whyReplaced(
  spec: ClientSpec,
  { program, args, env }: ClientProgram,
  ...more: readonly string[]
): NotTouched | null {
  const words = [program, ...args, ...Object.values(env), ...more];
  const unfit = words.find((word) => isReplaced(spec, word));
  return unfit === undefined ? null : smuggling(spec, unfit);
}

/** A brace would end the file reference early. */
const isReplaced = (spec: ClientSpec, word: string): boolean =>
  spec.expands.some((syntax) => word.includes(syntax)) ||
  (spec.fileReference !== undefined && /[{}]/.test(word)) ||
  /\p{Cc}/u.test(word);

const smuggling = ({ name }: ClientSpec, word: string): NotTouched => ({
  why: `${name} would read something else than what is meant in ${JSON.stringify(word)}.`,
  hint: 'Move Gatehouse or its data folder to a path without such characters, then try again.',
});
