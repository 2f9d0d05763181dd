/**
 * Adds to a call whether what it starts runs in a sandbox, which is judged, shown and recorded.
 */
import type { Executors } from './executors.ts';
import { isOutsideRequested, type ResolvedCall } from '../call/call.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { frozen, type IntakeNeeds } from './resolve-call.ts';

interface Deps {
  readonly needs: IntakeNeeds;
  readonly sandboxes: Pick<Sandboxes, 'judge'>;
  readonly executors: Pick<Executors, 'isBuiltInFor'>;
}

const onceOutside = { keep: 'once', whyOnce: 'It runs outside the sandbox.' } as const;

export function withSandbox(
  call: ResolvedCall,
  { needs, sandboxes, executors }: Deps,
): ResolvedCall {
  const { command } = call;
  if (command === null || command.sandbox !== undefined) return call;
  const judged = sandboxes.judge(call, executors.isBuiltInFor(call));
  const once = isOutsideRequested(call) ? onceOutside : {};
  if (judged === undefined && once !== onceOutside) return call;
  const { digest: _digest, ...rest } = call;
  return frozen({ ...rest, command: Object.freeze({ ...command, ...judged, ...once }) }, needs);
}
