/** Clicks go up as commands; what they really did comes back as words. */
import type { AskId, SessionId } from '../../shared/ids.ts';
import { tokenShape, tokenWords } from '../../shared/backend-token.ts';
import type { AuditFilter } from '../../shared/audit-query.ts';
import type { ExportFormat } from '../../shared/ipc.ts';
import type { PathPurpose } from '../../shared/path-choice.ts';
import type { PairingId } from '../../shared/pairing.ts';
import type { RuleTrial, RuleWish } from '../../shared/rules.ts';
import type { Scope } from '../../shared/scopes.ts';
import type { SettingChange } from '../../shared/setting-change.ts';
import { count } from '../words/counting.ts';
import { clockTime } from '../words/times.ts';
import { bridge } from './bridge.ts';
import { formOf } from '../rules/rule-words.ts';
import { openRuleForm, say } from './store.ts';

const notReached = 'That did not reach Gatehouse. Nothing was changed.';
const noLongerAsking = 'It is no longer asking.';
const hadEnded = 'That session had ended already.';

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
    return shown ? null : 'That ask is no longer waiting.';
  });

export const revokeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke', { sessionId });
    return revoked ? `Revoked the session of ${name}.` : hadEnded;
  });

export const revokeAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke-all');
    return revoked === 0 ? 'No session was live.' : `Revoked ${count(revoked, 'session')}.`;
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
    return done ? `The session of ${words.name} now lasts until ${words.end}.` : hadEnded;
  });

export const narrowSession = (
  sessionId: SessionId,
  rest: { readonly scopes: readonly Scope[]; readonly roots: readonly string[] },
  words: { readonly name: string; readonly left: string },
): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:narrow', { sessionId, ...rest });
    return done ? `The session of ${words.name} now holds ${words.left}.` : hadEnded;
  });

export const pauseSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:pause', { sessionId });
    return done
      ? `Paused the session of ${name}. Its calls are refused until you resume it.`
      : hadEnded;
  });

export const resumeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:resume', { sessionId });
    return done ? `Resumed the session of ${name}.` : hadEnded;
  });

export const allowPairing = (pairingId: PairingId): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('pairing:allow', { pairingId });
    return done ? null : noLongerAsking;
  });

export const refusePairing = (pairingId: PairingId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('pairing:refuse', { pairingId });
    return done ? `Refused to connect ${name}.` : noLongerAsking;
  });

export const chooseEditor = (folder: string, editorId: string, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('editor:choose', { folder, editorId });
    return done ? `Changes in ${folder} go to ${name} now.` : 'That editor is no longer there.';
  });

export const forgetBrowser = (browserId: string, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('browser:forget', { browserId });
    return done ? `${name} is no longer connected.` : 'That browser was gone already.';
  });

/** Whether it was kept. */
export async function setBackendToken(token: string | null): Promise<boolean> {
  if (token !== null && !tokenShape.test(token)) {
    say(`Nothing was changed: ${tokenWords}.`);
    return false;
  }
  try {
    const { done } = await bridge.command('backend:token', { token });
    const what = token === null ? 'The token is gone.' : 'The token is kept.';
    say(done ? what : 'The ledger cannot be written, so nothing was changed.');
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
    return done ? null : 'The demo agent is at work already.';
  });

export const removeDemo = (): Promise<void> =>
  attempt(async () => {
    await bridge.command('demo:remove');
    return 'The demo agent is gone: its key, its sessions and its folder. Its entries stay in Activity.';
  });

/** Null when it was saved; else why not, to be said beside the field. */
export async function changeSetting(change: SettingChange): Promise<string | null> {
  try {
    const receipt = await bridge.command('settings:change', change);
    return receipt.saved ? null : receipt.why;
  } catch {
    return 'That did not reach Gatehouse. Nothing was changed.';
  }
}

/** Null when it was added, else why not. */
export async function addRule(wish: RuleWish): Promise<string | null> {
  try {
    const receipt = await bridge.command('rules:add', wish);
    if (receipt.kind === 'refused') return receipt.why;
    say(`It counts from now on: ${receipt.sentence}`);
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
export async function tryRule(wish: RuleWish): Promise<Tried | string> {
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
    if (!done) say('That rule is no longer there, or it could not be put on record.');
    return done;
  } catch {
    say(notReached);
    return false;
  }
}

export const restoreRule = (ruleId: string): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('rules:restore', { ruleId });
    return receipt.kind === 'added' ? `It counts again: ${receipt.sentence}` : receipt.why;
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
    if (receipt.kind === 'failed') return `Nothing was exported: ${receipt.why}.`;
    return `Exported ${count(receipt.entries, 'entry', 'entries')} to ${receipt.file}.`;
  });

/** The state of the chain, in words. */
export async function verifyLedger(): Promise<string> {
  try {
    const receipt = await bridge.command('ledger:verify');
    if (receipt.kind === 'failed') return `It could not be verified: ${receipt.why}.`;
    const { verdict, at } = receipt;
    if (!verdict.problem)
      return `${verdict.entries.toLocaleString()} lines verified ${clockTime(at)}`;
    return `Line ${verdict.problem.seq} is not as it was written: ${verdict.problem.why}.`;
  } catch {
    return 'It could not be verified.';
  }
}
