/** How a workspace stands, in words. */
import type {
  AgentStatus,
  ServerView,
  WorkspaceView,
} from '../../shared/integrations/workspaces.ts';
import { count } from '../text/counting.ts';

export function changesWords({ changes }: WorkspaceView): string | null {
  if (changes === null) return null;
  return changes === 0 ? 'No uncommitted changes' : count(changes, 'uncommitted change');
}

export function agentWords({ type, counts }: AgentStatus): string | null {
  if (type === 'none') return null;
  if (type === 'mixed') return `${count(counts.busy, 'agent')} busy, ${counts.idle} idle`;
  return `${count(counts.total, 'agent')} ${type}`;
}

const states: Readonly<Record<ServerView['state'], string>> = {
  stopped: 'OpenCode is not running',
  starting: 'OpenCode is starting',
  running: 'OpenCode is running',
  waiting: 'OpenCode stopped and will restart',
  failed: 'OpenCode keeps crashing. Automatic restart is off.',
};

export function serverWords({ state, port, why }: ServerView): string {
  const words = state === 'running' ? `${states.running} on port ${port ?? '?'}` : states[state];
  return why === null ? words : `${words}: ${why}`;
}
