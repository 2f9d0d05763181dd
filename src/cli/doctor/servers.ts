/** Checks the MCP servers behind the gate: whether they can be used, and what the user has to do. */
import { CliError } from '../cli-error.ts';
import { listServers, stateOfServer, type ListedServer, type ServerList } from '../servers.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

/** One line for each server; none if the app does not answer, which another check reports. */
export async function serverFindings(): Promise<readonly DoctorFinding[]> {
  try {
    return findingsOf(await listServers());
  } catch (error) {
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** Unreadable ones are no empty list. */
export const findingsOf = ({ servers, error }: ServerList): readonly DoctorFinding[] =>
  error === null
    ? servers.map(serverFinding)
    : [bad('MCP servers', 'none runs: they could not be read', error)];

export function serverFinding(server: ListedServer): DoctorFinding {
  const what = `server ${server.name}`;
  const found = [stateOfServer(server), ...processesOf(server)].join(', ');
  if (!server.enabled) return good(what, found);
  if (server.state === 'failed')
    return bad(
      what,
      `${found}: ${server.why}`,
      server.hint ?? `gatehouse servers log ${server.name}`,
    );
  if (server.state === 'needs-login') return warning(what, found, 'sign in on the Servers page');
  if (server.unreviewed > 0 || server.state === 'blocked')
    return warning(what, found, 'look at what it says on the Servers page');
  if (server.isolation === 'none')
    return warning(what, `${found}, no sandbox: ${server.why_no_sandbox}`, 'turn its sandbox on');
  return good(what, found);
}

const processesOf = ({ processes, memory_bytes }: ListedServer): readonly string[] => {
  if (processes === 0) return [];
  const words = processes === 1 ? '1 process' : `${processes} processes`;
  return memory_bytes === null ? [words] : [words, `${Math.round(memory_bytes / 1_048_576)} MB`];
};
