/** Sends commands to the main process and reports their results to the user. */
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
import { formOf } from '../rules/rules-text.ts';
import { openRuleForm, say } from './store.ts';
import { appText } from './app-text.ts';

const notReached = appText.noResponse;
const noLongerAsking = appText.requestAlreadyClosed;
const hadEnded = appText.sessionAlreadyEnded;

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
    return shown ? null : appText.askNotPending;
  });

export const revokeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke', { sessionId });
    return revoked ? appText.revokedSession(name) : hadEnded;
  });

/** Opens a port of the session's sandbox on this computer. */
export const openPort = (sessionId: SessionId, port: number): Promise<void> =>
  attempt(async () => {
    const { url } = await bridge.command('session:open-port', { sessionId, port });
    return url === null ? appText.portNotOpened(port) : appText.portIsOpen(port, url);
  });

export const closePort = (sessionId: SessionId, port: number): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:close-port', { sessionId, port });
    return done ? appText.portClosed(port) : hadEnded;
  });

export const revokeAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { revoked } = await bridge.command('session:revoke-all');
    return revoked === 0
      ? appText.noSessionsToRevoke
      : appText.revokedSessions(count(revoked, 'session'));
  });

/** Asks for a path in a system dialog; null if cancelled. */
export async function choosePath(purpose: PathPurpose): Promise<string | null> {
  const selected = await bridge.command('path:choose', { purpose }).catch(() => null);
  if (selected === null) say(notReached);
  return selected?.path ?? null;
}

/** `seconds` counts from now. */
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
    return done ? appText.pausedSession(name) : hadEnded;
  });

export const resumeSession = (sessionId: SessionId, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('session:resume', { sessionId });
    return done ? appText.resumedSession(name) : hadEnded;
  });

export const pauseAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { paused } = await bridge.command('session:pause-all');
    return paused === 0 ? appText.noSessionsToPause : appText.pausedAll(count(paused, 'session'));
  });

export const resumeAllSessions = (): Promise<void> =>
  attempt(async () => {
    const { resumed } = await bridge.command('session:resume-all');
    return resumed === 0
      ? appText.noSessionsToResume
      : appText.resumedAll(count(resumed, 'session'));
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
    return done ? appText.editorChosen(folder, name) : appText.editorNotConnected;
  });

export const forgetBrowser = (browserId: string, name: string): Promise<void> =>
  attempt(async () => {
    const { done } = await bridge.command('browser:forget', { browserId });
    return done ? `${name} is no longer connected.` : appText.browserAlreadyDisconnected;
  });

/** Whether it was saved. */
export async function setBackendToken(token: string | null): Promise<boolean> {
  if (token !== null && !tokenShape.test(token)) {
    say(appText.tokenRefused(tokenWords));
    return false;
  }
  try {
    const { done } = await bridge.command('backend:token', { token });
    const what = token === null ? appText.tokenRemoved : appText.tokenSaved;
    say(done ? what : appText.ledgerNotWritable);
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
    return done ? null : appText.demoAlreadyRunning;
  });

export const removeDemo = (): Promise<void> =>
  attempt(async () => {
    await bridge.command('demo:remove');
    return appText.demoRemoved;
  });

/** Null if saved; otherwise the reason, shown beside the field. */
export async function changeSetting(change: SettingChange): Promise<string | null> {
  try {
    const receipt = await bridge.command('settings:change', change);
    return receipt.saved ? null : receipt.why;
  } catch {
    return appText.noResponse;
  }
}

/** Null if added, otherwise the reason. */
export async function addRule(draft: RuleDraft): Promise<string | null> {
  try {
    const receipt = await bridge.command('rules:add', draft);
    if (receipt.kind === 'refused') return receipt.why;
    say(appText.ruleAdded(receipt.sentence));
    return null;
  } catch {
    return notReached;
  }
}

export interface TriedRule {
  readonly sentence: string;
  readonly trial: RuleTrial;
}

/** The result of the trial, or the reason why there is none. */
export async function tryRule(draft: RuleDraft): Promise<TriedRule | string> {
  try {
    const receipt = await bridge.command('rules:try', draft);
    return receipt.kind === 'tried' ? receipt : receipt.why;
  } catch {
    return notReached;
  }
}

/** The ids of those that were removed. */
export async function removeRules(ruleIds: readonly string[]): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    for (const ruleId of ruleIds) {
      const { done } = await bridge.command('rules:remove', { ruleId });
      if (done) removed.push(ruleId);
    }
    if (removed.length < ruleIds.length) say(appText.ruleNotChanged);
  } catch {
    say(notReached);
  }
  return removed;
}

export const restoreRules = (ruleIds: readonly string[]): Promise<void> =>
  attempt(async () => {
    const sentences: string[] = [];
    for (const ruleId of ruleIds) {
      const receipt = await bridge.command('rules:restore', { ruleId });
      if (receipt.kind === 'refused') return receipt.why;
      sentences.push(receipt.sentence);
    }
    return sentences.length === 1
      ? appText.ruleRestored(sentences[0] ?? '')
      : appText.rulesRestored(sentences.length);
  });

/** Null if replaced, otherwise the reason. */
export async function generaliseRules(ruleIds: readonly string[]): Promise<string | null> {
  try {
    const receipt = await bridge.command('rules:generalise', { ruleIds });
    if (receipt.kind === 'refused') return receipt.why;
    say(appText.ruleAdded(receipt.sentence));
    return null;
  } catch {
    return notReached;
  }
}

export const ruleFromEntry = (entry: string): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('rules:from-entry', { entry });
    if (receipt.kind === 'refused') return receipt.why;
    openRuleForm({ form: formOf(receipt.draft), note: receipt.note });
    return null;
  });

/** The main process asks for the file; the page learns no other path. */
export const exportActivity = (filter: AuditFilter, format: ExportFormat): Promise<void> =>
  attempt(async () => {
    const receipt = await bridge.command('activity:export', { filter, format });
    if (receipt.kind === 'not-chosen') return null;
    if (receipt.kind === 'failed') return appText.exportFailed(receipt.why);
    return appText.exportedTo(count(receipt.entries, 'entry', 'entries'), receipt.file);
  });

/** The result of verifying the ledger, as text. */
export async function verifyLedger(): Promise<string> {
  try {
    const receipt = await bridge.command('ledger:verify');
    if (receipt.kind === 'failed') return appText.verificationFailed(receipt.why);
    const { verdict, at } = receipt;
    if (!verdict.problem)
      return `${verdict.entries.toLocaleString()} lines verified ${clockTime(at)}`;
    return appText.lineWasAltered(verdict.problem.seq, verdict.problem.why);
  } catch {
    return appText.verificationFailedNoReason;
  }
}
