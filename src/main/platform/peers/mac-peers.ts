/**
 * macOS: `lsof` finds the process of a connection, `ps` its details. The parsing is tested; it has
 * never run on a Mac.
 */
import type { PeerConnection, FindPeer } from './peer-process.ts';
import { peerIn, processTable } from './process-table.ts';
import { outputOf } from '../programs/tool-output.ts';

const lsof = '/usr/sbin/lsof';
const ps = '/bin/ps';

export const macPeers: FindPeer = async (connection) => {
  const { remoteAddress, remotePort } = connection;
  const where = `-iTCP@${remoteAddress}:${remotePort}`;
  const connections = await outputOf(lsof, ['-nP', '-a', where, '-sTCP:ESTABLISHED', '-Fpn']);
  const pid = ownerIn(connections, connection);
  if (pid === null) return null;
  const [processes, folder] = await Promise.all([
    outputOf(ps, ['-axo', 'pid=,ppid=,lstart=,comm=']),
    outputOf(lsof, ['-nP', '-a', '-p', String(pid), '-d', 'cwd', '-Fn']),
  ]);
  return peerIn(processTable(processes), pid, nameIn(folder));
};

/** Parses `lsof -Fpn`: the process of the line for the connection from them to us. */
export function ownerIn(text: string, connection: PeerConnection): number | null {
  const { remoteAddress, remotePort, localAddress, localPort } = connection;
  const wanted = `n${remoteAddress}:${remotePort}->${localAddress}:${localPort}`;
  let pid: number | null = null;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line === wanted) return pid;
  }
  return null;
}

/** Parses `lsof -Fn`: the single name in it. */
export const nameIn = (text: string): string | null =>
  text
    .split('\n')
    .find((line) => line.startsWith('n'))
    ?.slice(1) ?? null;
