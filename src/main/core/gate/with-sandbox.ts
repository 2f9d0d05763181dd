/** Puts into a call whether what it starts runs in a sandbox: part of what is judged, shown and recorded. */
import type { Executors } from './executors.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { frozen, type IntakeNeeds } from './resolve-call.ts';

interface Deps {
  readonly needs: IntakeNeeds;
  readonly sandboxes: Pick<Sandboxes, 'judge'>;
  readonly executors: Pick<Executors, 'isBuiltInFor'>;
}

export function withSandbox(
  call: ResolvedCall,
  { needs, sandboxes, executors }: Deps,
): ResolvedCall {
  const { command } = call;
  if (command === null || command.sandbox !== undefined) return call;
  const judged = sandboxes.judge(call, executors.isBuiltInFor(call));
  if (judged === undefined) return call;
  const { digest: _digest, ...rest } = call;
  return frozen({ ...rest, command: Object.freeze({ ...command, ...judged }) }, needs);
}
