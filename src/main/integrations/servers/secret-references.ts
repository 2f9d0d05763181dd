/**
 * `${NAME}` in arguments and URLs: replaced by the secret of that name when the server starts.
 */
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { ServerSecret } from '../../../shared/servers/server-views.ts';

const reference = /\$\{([A-Za-z_]\w{0,127})\}/g;

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(reference)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** All secrets that a server needs, once per use. */
export function secretsOf(spec: ServerSpec): readonly Omit<ServerSecret, 'isSet'>[] {
  const texts = spec.kind === 'stdio' ? spec.args : [spec.url];
  const named = spec.kind === 'stdio' ? spec.env : spec.headers;
  const use = spec.kind === 'stdio' ? 'environment' : 'header';
  return [
    ...[...new Set(named)].map((name) => ({ name, use }) as const),
    ...[...new Set(texts.flatMap(namesIn))].map((name) => ({ name, use: 'reference' }) as const),
  ];
}

/** A value is never searched for references itself. */
export const withSecrets = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(reference, (whole, name: string) => values.get(name) ?? whole);
