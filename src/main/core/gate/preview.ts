/** Says whether a call would be allowed, asked about or denied, without running it or asking anyone. */
import type { Agent } from '../../../shared/access/access.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { Call, ShapedCall } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import type { Grants } from '../policy/grants.ts';
import type { PlannedCall } from '../sessions/smallest-ask.ts';
import { sentenceFor } from './confirm-ask.ts';
import { needsPlan, type Evaluation, type Evaluator } from './evaluator.ts';
import { pathsOf } from './resolve-call.ts';

export type Preview =
  | { readonly kind: 'allowed' }
  /** The user would be asked about the exact call. */
  | { readonly kind: 'confirmed'; readonly because: readonly string[] }
  /** The agent would have to request access first. */
  | {
      readonly kind: 'no-access';
      readonly refusal: Refused;
      readonly missing: PlannedCall;
      /** What the call would do, in words. */
      readonly sentence: string;
      /**
       * The call runs something, and the words describe it completely; those about a server's tool
       * omit its arguments.
       */
      readonly isRun: boolean;
    }
  | { readonly kind: 'denied'; readonly refusal: Refused };

interface Deps {
  readonly needs: Pick<Needs, 'newId'>;
  readonly evaluator: Evaluator;
  readonly limits: Pick<CallLimits, 'enter'>;
  readonly grants: Pick<Grants, 'deniedKind'>;
}

/** Refusals that end once the user grants the missing access. */
const missingAccess = new Set<ErrorCode>([
  ...(['no-session', 'session-expired', 'session-revoked'] as const),
  ...(['scope-missing', 'outside-roots', 'root-changed'] as const),
]);

export async function preview(
  request: Call,
  agent: Agent,
  signal: AbortSignal,
  deps: Deps,
): Promise<Preview> {
  const { evaluator, grants } = deps;
  const shaped = evaluator.shape(request);
  if (isError(shaped)) return { kind: 'denied', refusal: shaped };
  const resolved = await evaluator.resolve(shaped, { agent });
  if (isError(resolved)) {
    return missingAccess.has(resolved.code)
      ? {
          kind: 'no-access',
          refusal: resolved,
          missing: accessFor(shaped),
          sentence: sentenceFor(shaped),
          isRun: shaped.kind === 'run' && !shaped.tool?.server,
        }
      : { kind: 'denied', refusal: resolved };
  }
  const judged = await planned(evaluator.judge(resolved), signal, deps);
  if (isError(judged)) return { kind: 'denied', refusal: judged };
  const { verdict } = judged;
  if (verdict.kind === 'deny') return { kind: 'denied', refusal: verdict.refusal };
  if (verdict.kind === 'allow') return { kind: 'allowed' };
  const never = grants.deniedKind(resolved.session.sessionId, resolved.action);
  return never === null
    ? { kind: 'confirmed', because: verdict.because }
    : { kind: 'denied', refusal: refused('denied-by-person', never) };
}

function accessFor(call: ShapedCall): PlannedCall {
  const named = pathsOf(call);
  return {
    scopes: call.scopes,
    paths: named.map(({ path }) => path),
    folders: named.map(({ path, use }) => (use === 'list' ? path : folderOf(path))),
  };
}

/** Reads the name only, never the disk. */
const folderOf = (path: string): string =>
  path.replace(/(?<![/\\])[/\\]+$/, '').replace(/[/\\][^/\\]*$/, '') || '/';

/** Planning is real work for the executor, so it counts against the limits, as in the gate. */
async function planned(
  judged: Evaluation,
  signal: AbortSignal,
  { needs, evaluator, limits }: Deps,
): Promise<Evaluation | Refused> {
  if (!needsPlan(judged)) return judged;
  const slot = await limits.enter(judged.call, signal);
  if (isError(slot)) return slot;
  try {
    const result = await evaluator.plan(judged, needs.newId(), signal);
    return isError(result) && result.kind === 'failed'
      ? refused(result.code, result.message)
      : result;
  } finally {
    await slot.dispose();
  }
}
