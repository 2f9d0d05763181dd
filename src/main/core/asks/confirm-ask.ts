/** A call as it is put to the person, and what each yes to it would mean. */
import { isAction, sentenceOf } from '../../../shared/actions.ts';
import type { ConfirmAsk, RuleDraft, ShownChange, ShownCommand } from '../../../shared/asks.ts';
import type { AskId } from '../../../shared/ids.ts';
import { longestExactCall } from '../../../shared/rules.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { canonical, isPlanned, type SettledCall } from '../gate/calls.ts';
import type { Executors } from '../gate/executors.ts';
import { wantedPlan } from '../gate/wants-plan.ts';
import type { Needs } from '../needs.ts';
import { typeToAllow } from './type-to-allow.ts';
import type { Verdict } from '../policy/judge.ts';
import { isProtectedChange, siteWords } from '../policy/reasons.ts';

export type AskVerdict = Extract<Verdict, { kind: 'ask' }>;

export interface AskedBy {
  readonly needs: Needs;
  readonly executors: Pick<Executors, 'editorFor'>;
}

export function confirmAsk(
  call: SettledCall,
  verdict: AskVerdict,
  seal: string,
  { needs, executors }: AskedBy,
): ConfirmAsk {
  const askedAt = needs.clock.now();
  return Object.freeze({
    kind: 'confirm',
    askId: needs.newId() as AskId,
    agent: call.agent,
    sessionId: call.session.sessionId,
    action: call.action,
    actionKind: call.kind,
    sentence: sentenceFor(call),
    exact: JSON.stringify(call.args, null, 2),
    callDigest: call.digest,
    digest: needs.sha256(seal),
    because: verdict.because,
    explain: verdict.explain,
    command: shownCommand(call),
    changes: shownChanges(call),
    passesOver: isPlanned(call.plan) && call.plan.truncated,
    folders: [...new Set(call.places.map(({ root }) => root.path))],
    carriedOutBy: executors.editorFor(call),
    recoverability: recoverabilityOf(call),
    typeToAllow: typeToAllow(call),
    forSession: forSession(call),
    ruleDraft: ruleDraft(call),
    askedAt,
    deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
    waiting: 1,
  });
}

/** In plain words what it would do. */
function sentenceFor({ action, args, tool }: SettledCall): string {
  if (isAction(action)) return sentenceOf(action, args);
  if (tool?.site !== undefined)
    return `use ${visibleText(tool.ownName)} of ${siteWords(tool.site)}`;
  return tool?.own?.sentence(args) ?? `use ${action} (${visibleText(tool?.title ?? '')})`;
}

function shownCommand({ command }: SettledCall): ShownCommand | null {
  if (command === null) return null;
  const { argv, program, programFile, cwd, says, effects, environment, whyOnce } = command;
  return {
    argv,
    program,
    programFile,
    cwd,
    says,
    effects,
    environment: Object.keys(environment),
    whyOnce,
  };
}

function shownChanges({ plan, places }: SettledCall): readonly ShownChange[] {
  const files = isPlanned(plan) ? (plan.files ?? []) : [];
  const grave = new Set(places.filter(isProtectedChange).map(({ path }) => path));
  const shown = files.map(({ path, diff }) => ({ path, diff, isProtected: grave.has(path) }));
  // What one is asked about is read first.
  return shown.toSorted((one, other) => Number(other.isProtected) - Number(one.isProtected));
}

const recoverabilityOf = ({ plan }: SettledCall): string | null =>
  isPlanned(plan) ? (plan.recoverability ?? null) : null;

/** What of the plan the person reads, and is therefore part of the seal. */
export const planSeal = ({ plan }: SettledCall): readonly unknown[] =>
  isPlanned(plan) ? [plan.digest, plan.files, plan.recoverability, plan.truncated] : [];

/** Which files it changes, or what it runs, may be something else the next time. */
const isOnce = (call: SettledCall): boolean => {
  const { command, plan } = call;
  if (plan === 'unknown' || command?.keep === 'once') return true;
  return wantedPlan(call) === 'targets' && plan?.command === undefined;
};

/** Bytes that count again only as the very same bytes: what runs, and what changes a protected place. */
const isExactOnly = (call: SettledCall): boolean =>
  call.command !== null || isOnce(call) || call.places.some(isProtectedChange);

/** What a yes for the session is remembered by: what the person read, not what the files held. */
export function sessionKey(call: SettledCall, { rule }: AskVerdict): string {
  const { tool } = call;
  // In whichever tab; a tool that its page describes anew is another one.
  if (tool?.site) return JSON.stringify(['site', rule, tool.site, tool.definitionHash]);
  if (isExactOnly(call)) return JSON.stringify(['call', rule, call.digest]);
  const places = call.places.map(({ path, use }) => [path, use]);
  return JSON.stringify(['places', rule, call.action, places]);
}

/** Null where it can only be allowed once. */
function forSession(call: SettledCall): string | null {
  const { action, kind, command, places, tool } = call;
  if (isOnce(call)) return null;
  if (tool?.site !== undefined) return forSite(call);
  const offered = command ? command.keep === 'session' : kind === 'read' || kind === 'write';
  if (!offered) return null;
  if (isExactOnly(call)) return 'exactly this call again, whatever the files hold by then';
  const paths = places.map(({ path }) => visibleText(path)).join(', ');
  const whatever = kind === 'write' ? ', whatever it writes' : '';
  return paths === '' ? null : `every ${action} of ${paths}${whatever}`;
}

/** One tool of one site, and nothing else that the site offers. */
function forSite({ kind, tool }: SettledCall): string | null {
  if (!tool?.site || kind === 'destroy') return null;
  return `every ${visibleText(tool.ownName)} of ${tool.site}, whatever it is given`;
}

/** What a rule for exactly this call would hold; null where none can be kept. */
function ruleDraft(call: SettledCall): RuleDraft | null {
  if (isOnce(call)) return null;
  const exactCall = canonical(call);
  if (exactCall.length > longestExactCall) return null;
  return { exactly: call.digest, exactCall, exactSentence: sentenceFor(call).slice(0, 500) };
}
