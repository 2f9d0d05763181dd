/** Builds the ask that shows a call to the user, and what each kind of yes would cover. */
import { isAction, sentenceOf } from '../../../shared/actions/actions.ts';
import type {
  ConfirmAsk,
  ExactRuleDraft,
  ShownChange,
  ShownCommand,
  ShownFamily,
  ShownNative,
  ShownPart,
  ShownSandbox,
} from '../../../shared/asks/asks.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import { longestExactCall } from '../../../shared/rules/rules.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import {
  canonical,
  isOutsideRequested,
  isPlanned,
  type CommandPart,
  type LinePart,
  type ResolvedCall,
  type ShapedCall,
  requiredPlan,
} from '../call/call.ts';
import type { ContributedTool, ServerTool } from '../call/contributed-tools.ts';
import type { Executors } from './executors.ts';
import type { Needs } from '../dependencies.ts';
import { typeToAllow } from '../asks/type-to-allow.ts';
import type { Verdict } from '../policy/judge.ts';
import { commandFamily, familyText } from '../policy/command-family.ts';
import { commandReasons, isProtectedChange, siteWords } from '../policy/reasons.ts';

export type AskVerdict = Extract<Verdict, { kind: 'ask' }> & {
  /** The access ask that the user has just allowed showed this very call. */
  readonly wasShown?: boolean;
};

export interface ConfirmAskDeps {
  readonly needs: Needs;
  readonly executors: Pick<Executors, 'editorFor'>;
}

export function confirmAsk(
  call: ResolvedCall,
  verdict: AskVerdict,
  fingerprint: string,
  { needs, executors }: ConfirmAskDeps,
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
    digest: needs.sha256(fingerprint),
    because: verdict.because,
    explain: verdict.explain,
    command: shownCommand(call),
    changes: shownChanges(call),
    isIncomplete: isPlanned(call.plan) && call.plan.truncated,
    folders: [...new Set(call.places.map(({ root }) => root.path))],
    carriedOutBy: executors.editorFor(call),
    recoverability: recoverabilityOf(call),
    typeToAllow: typeToAllow(call),
    forSession: forSession(call),
    ...shownFamily(call),
    ...shownNative(call),
    ruleDraft: ruleDraft(call),
    askedAt,
    deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
    waiting: 1,
  });
}

/** One sentence about what the call would do. */
export function sentenceFor({ action, args, tool, native }: ShapedCall): string {
  if (native) return native.sentence;
  if (isAction(action)) return sentenceOf(action, args);
  if (tool?.site !== undefined)
    return `use ${visibleText(tool.ownName)} of ${siteWords(tool.site)}`;
  if (tool?.server) return serverSentence(tool, tool.server);
  return tool?.own?.sentence(args) ?? `use ${action} (${visibleText(tool?.title ?? '')})`;
}

const serverWords = {
  tool: 'use',
  resource: 'read a resource with',
  subscription: 'follow a resource with',
  prompt: 'get a prompt with',
  completion: 'complete an argument with',
} as const satisfies Record<ServerTool['method'], string>;

const serverSentence = ({ ownName }: ContributedTool, { name, method }: ServerTool): string =>
  `${serverWords[method]} ${visibleText(ownName)} of the MCP server ${name}`;

function shownCommand(call: ResolvedCall): ShownCommand | null {
  const { command } = call;
  if (command === null) return null;
  const { argv, each, program, programFile, cwd, says, effects, environment, whyOnce } = command;
  const { parts } = command;
  return {
    argv,
    ...(parts ? { parts: parts.map((part, at) => shownPart(part, each?.[at])) } : {}),
    program,
    programFile,
    cwd,
    says,
    effects,
    environment: Object.keys(environment),
    whyOnce,
    ...shownSandbox(call),
  };
}

function shownSandbox(call: ResolvedCall): { readonly sandbox?: ShownSandbox } {
  const { command } = call;
  if (command?.sandbox === undefined) return {};
  if (command.sandbox !== null) return { sandbox: { kind: 'sandboxed' } };
  const why = command.whyNotSandboxed ?? '';
  const isRequested = isOutsideRequested(call);
  return { sandbox: { kind: 'not-sandboxed', why, isRequested } };
}

function shownPart(
  { argv, program, programFile, effects, stdout, stderr, join }: CommandPart,
  part: LinePart | undefined,
): ShownPart {
  const does = part ? commandReasons(part.command).map(({ sentence }) => sentence) : [];
  return { argv, program, programFile, effects, stdout, stderr, join, does };
}

function shownChanges({ plan, places }: ResolvedCall): readonly ShownChange[] {
  const files = isPlanned(plan) ? (plan.files ?? []) : [];
  const grave = new Set(places.filter(isProtectedChange).map(({ path }) => path));
  const shown = files.map(({ path, diff }) => ({ path, diff, isProtected: grave.has(path) }));
  // The paths that the question is about come first.
  return shown.toSorted((a, b) => Number(b.isProtected) - Number(a.isProtected));
}

const recoverabilityOf = ({ plan }: ResolvedCall): string | null =>
  isPlanned(plan) ? (plan.recoverability ?? null) : null;

/** The part of the plan that is shown, and therefore part of the fingerprint. */
export const planFingerprint = ({ plan }: ResolvedCall): readonly unknown[] =>
  isPlanned(plan) ? [plan.digest, plan.files, plan.recoverability, plan.truncated] : [];

/** The files it changes, or the code it runs, may differ next time. */
const isOnce = (call: ResolvedCall): boolean => {
  const { command, plan } = call;
  if (plan === 'unknown' || command?.keep === 'once') return true;
  return requiredPlan(call) === 'targets' && plan?.command === undefined;
};

/** Calls that a remembered yes covers only byte for byte: those that run code or change a protected path. */
const isExactOnly = (call: ResolvedCall): boolean =>
  call.command !== null || isOnce(call) || call.places.some(isProtectedChange);

/** The key for approvals for the session: what the user read, not the contents of the files. */
export function sessionKey(call: ResolvedCall, { rule }: AskVerdict): string {
  const { tool } = call;
  // Valid in every tab; a tool whose page changed its definition is another tool.
  if (tool?.site) return JSON.stringify(['site', rule, tool.site, tool.definitionHash]);
  if (call.native?.keep) return JSON.stringify(['native', rule, call.native.keep.key]);
  const family = commandFamily(call);
  if (family) {
    const { program, words, folder, isSandboxed } = family;
    return JSON.stringify(['command', rule, program, words, folder, isSandboxed]);
  }
  if (isExactOnly(call)) return JSON.stringify(['call', rule, call.digest]);
  const places = call.places.map(({ path, use }) => [path, use]);
  return JSON.stringify(['places', rule, call.action, places]);
}

function shownFamily(call: ResolvedCall): { readonly family?: ShownFamily } {
  const family = commandFamily(call);
  return family ? { family } : {};
}

function shownNative({ native }: ResolvedCall): { readonly native?: ShownNative } {
  return native ? { native: { agentName: native.end.agentName, tool: native.tool } } : {};
}

/** Null when the call can be allowed only once. */
function forSession(call: ResolvedCall): string | null {
  const { action, kind, command, places, tool } = call;
  const family = commandFamily(call);
  if (family) return visibleText(familyText(family));
  if (isOnce(call)) return null;
  if (call.native?.keep) return call.native.keep.words;
  if (tool?.site !== undefined) return forSite(call);
  const offered = command ? command.keep === 'session' : kind === 'read' || kind === 'write';
  if (!offered) return null;
  if (isExactOnly(call)) return 'this exact call';
  const paths = places.map(({ path }) => visibleText(path)).join(', ');
  const whatever = kind === 'write' ? ' with any content' : '';
  if (call.native) return `every change of ${paths} by its own tools`;
  return paths === '' ? null : `every ${action} on ${paths}${whatever}`;
}

/** One tool of one site, not the site's other tools. */
function forSite({ kind, tool }: ResolvedCall): string | null {
  if (!tool?.site || kind === 'destroy') return null;
  return `every ${visibleText(tool.ownName)} on ${tool.site} with any arguments`;
}

/** The contents of a rule for exactly this call; null when none may be saved. */
function ruleDraft(call: ResolvedCall): ExactRuleDraft | null {
  if (isOnce(call)) return null;
  const exactCall = canonical(call);
  if (exactCall.length > longestExactCall) return null;
  return { exactly: call.digest, exactCall, exactSentence: sentenceFor(call).slice(0, 500) };
}
