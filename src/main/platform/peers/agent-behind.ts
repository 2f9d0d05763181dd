/**
 * Finds the agent behind a hook: a hook is a short-lived program, often started through a shell.
 */
import path from 'node:path';
import type { PeerProcess } from './peer-process.ts';
import { factsOf, parentsOf, startedAt, statOf } from './proc-process.ts';

const shells = /^(?:sh|bash|dash|zsh|ksh|fish|busybox|ash)$/;

/** Null if no non-shell parent can be inspected. Linux only. */
export async function agentBehind(bridge: PeerProcess): Promise<PeerProcess | null> {
  const agent = bridge.parents.find(
    ({ executable }) => executable !== null && !shells.test(path.basename(executable)),
  );
  if (!agent) return null;
  const stat = await statOf(agent.pid);
  const { executable, cwd } = await factsOf(agent.pid);
  if (!stat || executable === null || executable !== agent.executable) return null;
  const parents = await parentsOf(agent.pid);
  return { pid: agent.pid, executable, cwd, parents, startedAt: startedAt(stat) };
}
