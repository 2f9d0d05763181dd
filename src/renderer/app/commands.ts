/** Clicks go up as commands; what they really did comes back as words. */
import type { AskId, SessionId } from '../../shared/base/ids.ts';
import { tokenShape, tokenWords } from '../../shared/integrations/backend-token.ts';
import type { AuditFilter } from '../../shared/ledger/query.ts';
import type { ExportFormat } from '../../shared/ipc/main-window.ts';
import type { PathPurpose } from '../../shared/ipc/path-choice.ts';
import type { PairingId } from '../../shared/integrations/pairing.ts';
import type { RuleTrial, RuleDraft } from '../../shared/rules/rules.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import type { SettingChange } from '../../shared/app/setting-change.ts';
import { count } from '../text/counting.ts';
import { clockTime } from '../text/times.ts';
import { bridge } from './bridge.ts';
import { formOf } from '../rules/rule-words.ts';
import { openRuleForm, say } from './store.ts';

const notReached = 'Gatehouse did not respond. Nothing was changed.';
const noLongerAsking = 'That request was already closed.';
const hadEnded = 'That session has already ended.';

async function attempt(work: () => Promise<string | null>): Promise<void> {
  try {
    say(await work());
  } catch {
    say(notReached);
  }
}

export const reviewAsk = (askId: AskId): Promise<void> =>
  attempt(async () => {
    const { shown } = await bridge.command('ask:review', { askId });
    return shown ? null : 'That ask is no longer pending.';
  });

export const revokeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke', { sessionId });
    return revoked ? `Revoked ${name}'s session.` : hadEnded;
  });

export const revokeAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke-all');
    return revoked === 0
      ? 'There were no active sessions.'
      : `Revoked ${count(revoked, 'session')}.`;
  });

/** The person points at it in a dialog of the system; null when they did not. */
export async function choosePath(purpose: PathPurpose): Promise<string | null> {
  const chosen = await bridge.command('path:choose', { purpose }).catch(() => null);
  if (chosen === null) say(notReached);
  return chosen?.path ?? null;
}

/** So many seconds from now on. */
export const extendSession = (
  sessionId: SessionId,
  seconds: number,
  words: { readonly name: string; readonly end: string },
): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:extend', { sessionId, seconds });
    return done ? `${words.name}'s session now lasts until ${words.end}.` : hadEnded;
  });

export const narrowSession = (
  sessionId: SessionId,
  rest: { readonly scopes: readonly Scope[]; readonly roots: readonly string[] },
  words: { readonly name: string; readonly left: string },
): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:narrow', { sessionId, ...rest });
    return done ? `${words.name}'s session now has ${words.left}.` : hadEnded;
  });

export const pauseSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:pause', { sessionId });
    return done ? `Paused ${name}'s session. Its calls are refused until you resume it.` : hadEnded;
  });

export const resumeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:resume', { sessionId });
    return done ? `Resumed ${name}'s session.` : hadEnded;
  });

export const allowPairing = (pairingId: PairingId): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('pairing:allow', { pairingId });
    return done ? null : noLongerAsking;
  });

export const refusePairing = (pairingId: PairingId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('pairing:refuse', { pairingId });
    return done ? `${name} was not connected.` : noLongerAsking;
  });

export const chooseEditor = (folder: string, editorId: string, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('editor:choose', { folder, editorId });
    return done ? `Changes in ${folder} now go to ${name}.` : 'That editor is no longer connected.';
  });

export const forgetBrowser = (browserId: string, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('browser:forget', { browserId });
    return done ? `${name} is no longer connected.` : 'That browser was already disconnected.';
  });

/** Whether it was kept. */
export async function setBackendToken(token: string | null): Promise<boolean> {
  if (token !== null && !tokenShape.test(token)) {
    say(`Nothing was changed: ${tokenWords}.`);
    return false;
  }
  try {
    const { done } = await bridge.command('backend:token', { token });
    const what = token === null ? 'Token removed.' : 'Token saved.';
    say(done ? what : 'Gatehouse cannot write to the ledger, so nothing was changed.');
    return done;
  } catch {
    say(notReached);
    return false;
  }
}

export const dismissNotice = (id: string): Promise<void> =>
  attempt(async () => {
    await bridge.command('notice:dismiss', { id });
    return null;
  });

export const startDemo = (): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('demo:start');
    return done ? null : 'The demo agent is already running.';
  });

export const removeDemo = (): Promise<void> =>
  attempt(async () => {
    await bridge.command('demo:remove');
    return 'Removed the demo agent with its key, sessions and folder. Its entries stay in Activity.';
  });

/** Null when it was saved; else why not, to be said beside the field. */
export async function changeSetting(change: SettingChange): Promise<string | null> {
  try {
    const receipt = await bridge.command('settings:change', change);
    return receipt.saved ? null : receipt.why;
  } catch {
    return 'Gatehouse did not respond. Nothing was changed.';
  }
}

/** Null when it was added, else why not. */
export async function addRule(wish: RuleDraft): Promise<string | null> {
  try {
    const receipt = await bridge.command('rules:add', wish);
    if (receipt.kind === 'refused') return receipt.why;
    say(`Rule added: ${receipt.sentence}`);
    return null;
  } catch {
    return notReached;
  }
}

export interface Tried {
  readonly sentence: string;
  readonly trial: RuleTrial;
}

/** What it found, or why nothing. */
export async function tryRule(wish: RuleDraft): Promise<Tried | string> {
  try {
    const receipt = await bridge.command('rules:try', wish);
    return receipt.kind === 'tried' ? receipt : receipt.why;
  } catch {
    return notReached;
  }
}

export async function removeRule(ruleId: string): Promise<boolean> {
  try {
    const { done } = await bridge.command('rules:remove', { ruleId });
    if (!done) say('That rule no longer exists, or the change could not be recorded.');
    return done;
  } catch {
    say(notReached);
    return false;
  }
}

export const restoreRule = (ruleId: string): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('rules:restore', { ruleId });
    return receipt.kind === 'added' ? `Rule restored: ${receipt.sentence}` : receipt.why;
  });

export const ruleFromEntry = (entry: string): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('rules:from-entry', { entry });
    if (receipt.kind === 'refused') return receipt.why;
    openRuleForm({ form: formOf(receipt.wish), note: receipt.note });
    return null;
  });

/** Main asks where to; the page never learns of any other file. */
export const exportActivity = (filter: AuditFilter, format: ExportFormat): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('activity:export', { filter, format });
    if (receipt.kind === 'not-chosen') return null;
    if (receipt.kind === 'failed') return `Export failed: ${receipt.why}.`;
    return `Exported ${count(receipt.entries, 'entry', 'entries')} to ${receipt.file}.`;
  });

/** The state of the chain, in words. */
export async function verifyLedger(): Promise<string> {
  try {
    const receipt = await bridge.command('ledger:verify');
    if (receipt.kind === 'failed') return `Verification failed: ${receipt.why}.`;
    const { verdict, at } = receipt;
    if (!verdict.problem)
      return `${verdict.entries.toLocaleString()} lines verified ${clockTime(at)}`;
    return `Line ${verdict.problem.seq} was altered: ${verdict.problem.why}.`;
  } catch {
    return 'Verification failed.';
  }
}
