/** Windows: asks PowerShell. The parsing is tested; it has never run on Windows. */
import { z } from 'zod';
import {
  maxParents,
  type PeerConnection,
  type FindPeer,
  type PeerProcess,
} from './peer-process.ts';
import { outputOf } from '../programs/tool-output.ts';

/** Windows does not reveal the working folder of a process. */
export const windowsPeers: FindPeer = async (connection) => {
  const script = ['-NoProfile', '-NonInteractive', '-Command', scriptFor(connection)];
  return peerInAnswer(await outputOf('powershell.exe', script));
};

/** Only numbers, so no untrusted text is included. */
const scriptFor = ({ remotePort, localPort }: PeerConnection): string =>
  `
  $ErrorActionPreference = 'Stop'
  $id = (Get-NetTCPConnection -State Established -LocalPort ${remotePort} -RemotePort ${localPort} |
    Select-Object -First 1).OwningProcess
  $chain = @()
  while ($id -and $chain.Count -le ${maxParents}) {
    $one = Get-CimInstance Win32_Process -Filter "ProcessId=$id"
    if (-not $one) { break }
    $started = [DateTimeOffset]::new($one.CreationDate).ToUnixTimeMilliseconds()
    $chain += @{ pid = $one.ProcessId; executable = $one.ExecutablePath; started = $started }
    $id = $one.ParentProcessId
  }
  ConvertTo-Json -Compress @($chain)`;

const Chain = z.array(
  z.object({ pid: z.int(), executable: z.string().nullable(), started: z.number() }),
);

export function peerInAnswer(text: string): PeerProcess | null {
  const parsed = Chain.safeParse(jsonOf(text));
  const [caller, ...others] = parsed.success ? parsed.data : [];
  if (!caller || caller.executable === null) return null;
  // If a parent started after its child, its pid was reused, and the chain ends here.
  const chain = [caller, ...others];
  const broken = others.findIndex((item, index) => item.started > (chain[index]?.started ?? 0));
  const parents = broken === -1 ? others : others.slice(0, broken);
  return {
    pid: caller.pid,
    executable: caller.executable,
    cwd: null,
    startedAt: caller.started,
    parents: parents.map(({ pid, executable }) => ({ pid, executable, cwd: null })),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
