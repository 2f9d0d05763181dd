/** A call as it is put to the person, and what each yes to it would mean. */
import type { ConfirmAsk, RuleDraft, ShownCommand } from '../../../shared/asks.ts';
import type { AskId } from '../../../shared/ids.ts';
import { longestExactCall } from '../../../shared/rules.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { canonical, type SettledCall } from '../gate/calls.ts';
import type { Needs } from '../needs.ts';
import type { Verdict } from '../policy/judge.ts';
import { isProtectedChange } from '../policy/reasons.ts';

export type AskVerdict = Extract<Verdict, { kind: 'ask' }>;

export function confirmAsk(
  call: SettledCall,
  verdict: AskVerdict,
  seal: string,
  needs: Needs,
): ConfirmAsk {
  const askedAt = needs.clock.now();
  return Object.freeze({
    kind: 'confirm',
    askId: needs.newId() as AskId,
    agent: call.agent,
    sessionId: call.session.sessionId,
    action: call.action,
    actionKind: call.kind,
    sentence: call.sentence,
    exact: JSON.stringify(call.args, null, 2),
    callDigest: call.digest,
    digest: needs.sha256(seal),
    because: verdict.because,
    explain: verdict.explain,
    command: shownCommand(call),
    forSession: forSession(call),
    ruleDraft: ruleDraft(call),
    askedAt,
    deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
    waiting: 1,
  });
}

function shownCommand({ command }: SettledCall): ShownCommand | null {
  if (command === null) return null;
  const { argv, program, programFile, cwd, effects, environment, whyOnce } = command;
  return {
    argv,
    program,
    programFile,
    cwd,
    effects,
    environment: Object.keys(environment),
    whyOnce,
  };
}

/** Bytes that count again only as the very same bytes: what runs, and what changes a protected place. */
const isExactOnly = ({ command, places, args }: SettledCall): boolean =>
  command !== null || Array.isArray(args['globs']) || places.some(isProtectedChange);

/** What a yes for the session is remembered by: what the person read, not what the files held. */
export function sessionKey(call: SettledCall, { rule }: AskVerdict): string {
  if (isExactOnly(call)) return JSON.stringify(['call', rule, call.digest]);
  const places = call.places.map(({ path, use }) => [path, use]);
  return JSON.stringify(['places', rule, call.action, places]);
}

/** Null where it can only be allowed once. */
function forSession(call: SettledCall): string | null {
  const { action, kind, command, places } = call;
  const offered = command ? command.keep === 'session' : kind === 'read' || kind === 'write';
  if (!offered) return null;
  if (isExactOnly(call)) return 'exactly this call again, whatever the files hold by then';
  const paths = places.map(({ path }) => visibleText(path)).join(', ');
  const whatever = kind === 'write' ? ', whatever it writes' : '';
  return paths === '' ? null : `every ${action} of ${paths}${whatever}`;
}

/** What a rule for exactly this call would hold; null where none can be kept. */
function ruleDraft(call: SettledCall): RuleDraft | null {
  if (call.command?.keep === 'once') return null;
  const exactCall = canonical(call);
  if (exactCall.length > longestExactCall) return null;
  return { exactly: call.digest, exactCall, exactSentence: call.sentence.slice(0, 500) };
}
