/** What the ledger records with a decision: the rule, the part of the call it matched, and the command. */
import { isPlanned, type ResolvedCall, type ResolvedCommand } from '../call/call.ts';
import type { Verdict } from './judge.ts';

/** Undefined when the rule's name is enough: the session has the scope. */
export function explained(call: ResolvedCall, verdict: Verdict): unknown {
  const { command, plan } = call;
  const files = isPlanned(plan) ? plan.files : undefined;
  if (verdict.explain === '' && command === null && !files) return undefined;
  return {
    ...(verdict.explain === '' ? {} : { token: verdict.token, explain: verdict.explain }),
    ...(verdict.kind === 'ask' ? { because: verdict.because } : {}),
    ...(command === null ? {} : { command: recorded(command) }),
    ...(files ? { planned: files.slice(0, maxFiles).map(({ path }) => path) } : {}),
  };
}

/** The outcome lists all files that were really changed. */
const maxFiles = 50;

/** Without the effects, which the sentences describe already. */
const recorded = ({ does: _sentences, ...command }: ResolvedCommand) => command;
