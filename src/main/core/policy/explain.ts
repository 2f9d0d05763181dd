/** What the ledger keeps beside a decision: which rule, which word of the call, and what would run. */
import { isPlanned, type SettledCall, type SettledCommand } from '../gate/calls.ts';
import type { Verdict } from './judge.ts';

/** Undefined where the name of the rule says it all: a scope that is held. */
export function explained(call: SettledCall, verdict: Verdict): unknown {
  const { command, plan } = call;
  const files = isPlanned(plan) ? plan.files : undefined;
  if (verdict.explain === '' && command === null && !files) return undefined;
  return {
    ...(verdict.explain === '' ? {} : { token: verdict.token, explain: verdict.explain }),
    ...(verdict.kind === 'ask' ? { because: verdict.because } : {}),
    ...(command === null ? {} : { command: recorded(command) }),
    ...(files ? { planned: files.slice(0, mostFiles).map(({ path }) => path) } : {}),
  };
}

/** What was changed in the end is told by the outcome, in full. */
const mostFiles = 50;

/** Everything but what the sentences say already. */
const recorded = ({ does: _told, ...command }: SettledCommand) => command;
