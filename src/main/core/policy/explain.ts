/** What the ledger keeps beside a decision: which rule, which word of the call, and what would run. */
import type { SettledCall, SettledCommand } from '../gate/calls.ts';
import type { Verdict } from './judge.ts';

/** Undefined where the name of the rule says it all: a scope that is held. */
export function explained(call: SettledCall, verdict: Verdict): unknown {
  const { command } = call;
  if (verdict.explain === '' && command === null) return undefined;
  return {
    ...(verdict.explain === '' ? {} : { token: verdict.token, explain: verdict.explain }),
    ...(verdict.kind === 'ask' ? { because: verdict.because } : {}),
    ...(command === null ? {} : { command: recorded(command) }),
  };
}

/** Everything but what the sentences say already. */
const recorded = ({ does: _told, ...command }: SettledCommand) => command;
