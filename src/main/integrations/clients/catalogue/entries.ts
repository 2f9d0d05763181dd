/** Entry formats that several clients share. */
import type { JsonObject } from '../edit/json-value.ts';
import type { HttpAddress, ClientProgram } from './client-spec.ts';

export const withEnv = (name: string, { env }: ClientProgram): JsonObject =>
  Object.keys(env).length > 0 ? { [name]: { ...env } } : {};

export const commandEntry = (command: ClientProgram): JsonObject => ({
  command: command.program,
  args: [...command.args],
  ...withEnv('env', command),
});

export const headersOf = ({ authorization }: HttpAddress): JsonObject => ({
  Authorization: authorization,
});

export const httpEntry = (address: HttpAddress): JsonObject => ({
  url: address.url,
  headers: headersOf(address),
});
