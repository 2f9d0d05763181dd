/** The values that a server gets when it starts; without all of them it does not start. */
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import { secretsOf } from './secret-references.ts';
import type { SecretStore } from './secret-store.ts';
import { StartError } from './server-start.ts';

export async function secretValues(
  server: string,
  spec: ServerSpec,
  secrets: Pick<SecretStore, 'read' | 'has' | 'error'>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = secretsOf(spec);
  if (wanted.length > 0 && secrets.error !== null) throw new StartError(secrets.error);
  const values = new Map<string, string>();
  for (const { name } of wanted) {
    const value = await secrets.read(server, name);
    if (value === null)
      throw new StartError(
        secrets.has(server, name)
          ? `The keyring did not give the value of ${name}.`
          : `${name} has no value.`,
      );
    values.set(name, value);
  }
  return values;
}
