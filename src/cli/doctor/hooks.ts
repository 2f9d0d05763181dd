/** Checks the hooks by which clients' own tools are under the gate. */
import { CliError } from '../cli-error.ts';
import { hooksProblem, listClients, ownToolsOf, type ListedClient } from '../clients.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

/** One line for each client that has hooks; none if the app does not answer, which another check reports. */
export async function hooksOfClients(): Promise<readonly DoctorFinding[]> {
  try {
    return (await listClients()).flatMap((client) => hooksFinding(client) ?? []);
  } catch (error) {
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** Null for a client without hooks. */
export function hooksFinding(client: ListedClient): DoctorFinding | null {
  const { name, hooks } = client;
  if (!hooks || hooks.state === 'off') return null;
  const what = `hooks of ${name}`;
  const problem = hooksProblem(hooks);
  if (problem === null)
    return hooks.newer_than_tested
      ? warning(what, ownToolsOf(client), 'tools that are not known are asked about')
      : good(what, ownToolsOf(client));
  if (hooks.why !== null) return bad(what, problem, 'press Repair on the Clients page');
  const advice =
    hooks.switched_off.length > 0
      ? 'remove that setting, or set it as an administrator (docs/CLIENTS.md)'
      : 'press Check on the Clients page';
  return warning(what, problem, advice);
}
