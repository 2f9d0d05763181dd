/** How much a socket may send us. */
import type { Settings } from '../../../shared/app/settings.ts';

interface MessageRate {
  readonly perSecond: number;
  readonly burst: number;
}

type CallRateSettings = Pick<Settings['limits'], 'callsPerSecond' | 'burst'>;

/** A client may call faster than it is allowed and is told so; one that never listens is cut. */
const timeout = 10;

/** `least`: for what is no call. */
export const intakeFor = (
  { callsPerSecond, burst }: CallRateSettings,
  least: MessageRate = { perSecond: 0, burst: 0 },
): MessageRate => ({
  perSecond: Math.max(least.perSecond, callsPerSecond * timeout),
  burst: Math.max(least.burst, burst * timeout),
});
