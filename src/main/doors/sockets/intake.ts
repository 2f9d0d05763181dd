/** How much a socket may send us. */
import type { Settings } from '../../../shared/settings.ts';

interface Intake {
  readonly perSecond: number;
  readonly burst: number;
}

type CallLimits = Pick<Settings['limits'], 'callsPerSecond' | 'burst'>;

/** A client may call faster than it is allowed and is told so; one that never listens is cut. */
const patience = 10;

/** `least`: for what is no call. */
export const intakeFor = (
  { callsPerSecond, burst }: CallLimits,
  least: Intake = { perSecond: 0, burst: 0 },
): Intake => ({
  perSecond: Math.max(least.perSecond, callsPerSecond * patience),
  burst: Math.max(least.burst, burst * patience),
});
