/** Sends commands about standing grants and muted clients, and reports their results to the user. */
import type { ClientId } from '../../shared/base/ids.ts';
import type { StandingReceipt } from '../../shared/ipc/standing.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import { appText } from './app-text.ts';
import { bridge } from './bridge.ts';
import { say } from './store.ts';

/** Whether it was done; otherwise the user sees why not. */
async function attempt(work: () => Promise<StandingReceipt>, words: string | null) {
  try {
    const receipt = await work();
    say(receipt.done ? words : receipt.why);
    return receipt.done;
  } catch {
    say(appText.noResponse);
    return false;
  }
}

export const removeStanding = (grantId: string): Promise<boolean> =>
  attempt(() => bridge.command('standing:remove', { grantId }), null);

export const restoreStanding = (grantId: string): Promise<boolean> =>
  attempt(() => bridge.command('standing:restore', { grantId }), appText.standingRestored);

export const resumeStanding = (grantId: string): Promise<boolean> =>
  attempt(() => bridge.command('standing:resume', { grantId }), appText.standingResumed);

export const renewScopes = (grantId: string, scopes: readonly Scope[]): Promise<boolean> =>
  attempt(
    () => bridge.command('standing:renew-scopes', { grantId, scopes }),
    appText.standingResumed,
  );

export async function unmute(clientId: ClientId): Promise<void> {
  try {
    const { done } = await bridge.command('client:unmute', { clientId });
    say(done ? appText.unmuted(clientId) : appText.notMuted);
  } catch {
    say(appText.noResponse);
  }
}
