/** How a workspace stands, in words. */
import type { AgentStatus, ServerView, WorkspaceView } from '../../shared/workspaces.ts';
import { count } from '../words/counting.ts';

export function changesWords({ changes }: WorkspaceView): string | null {
  if (changes === null) return null;
  return changes === 0 ? 'Everything is committed' : count(changes, 'uncommitted change');
}

export function agentWords({ type, counts }: AgentStatus): string | null {
  if (type === 'none') return null;
  if (type === 'mixed') return `${count(counts.busy, 'agent')} busy, ${counts.idle} idle`;
  return `${count(counts.total, 'agent')} ${type}`;
}

const states: Readonly<Record<ServerView['state'], string>> = {
  stopped: 'OpenCode is not running',
  starting: 'OpenCode is starting',
  running: 'OpenCode runs',
  waiting: 'OpenCode ended and will be started again',
  failed: 'OpenCode ended too often and is left alone',
};

export function serverWords({ state, port, why }: ServerView): string {
  const words = state === 'running' ? `${states.running} on port ${port ?? '?'}` : states[state];
  return why === null ? words : `${words}: ${why}`;
}
