/** Clicks go up as commands; what they really did comes back as words. */
import type { AskId, SessionId } from '../../shared/ids.ts';
import type { Snapshot } from '../../shared/ipc.ts';
import { count } from '../words/counting.ts';
import { bridge } from './bridge.ts';
import { say } from './store.ts';

async function attempt(work: () => Promise<string | null>): Promise<void> {
  try {
    say(await work());
  } catch {
    say('That did not reach Gatehouse. Nothing was changed.');
  }
}

export const reviewAsk = (askId: AskId): Promise<void> =>
  attempt(async () => {
    const { shown } = await bridge.command('ask:review', { askId });
    return shown ? null : 'That ask is no longer waiting.';
  });

export const revokeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke', { sessionId });
    return revoked ? `Revoked the session of ${name}.` : 'That session had ended already.';
  });

export const revokeAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke-all');
    return revoked === 0 ? 'No session was live.' : `Revoked ${count(revoked, 'session')}.`;
  });

export const dismissNotice = (id: string): Promise<void> =>
  attempt(async () => {
    await bridge.command('notice:dismiss', { id });
    return null;
  });

export const setTheme = (theme: Snapshot['theme']): Promise<void> =>
  attempt(async () => {
    await bridge.command('theme:set', { theme });
    return null;
  });
