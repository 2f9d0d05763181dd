/** Rate limits for incoming messages. */
import type { Settings } from '../../../shared/app/settings.ts';

interface MessageRate {
  readonly perSecond: number;
  readonly burst: number;
}

type CallRateSettings = Pick<Settings['limits'], 'callsPerSecond' | 'burst'>;

/**
 * A client may exceed its limit of calls by this factor and gets refusals; beyond that it is
 * disconnected.
 */
const tolerance = 10;

/** `least`: for messages that are not calls. */
export const intakeFor = (
  { callsPerSecond, burst }: CallRateSettings,
  least: MessageRate = { perSecond: 0, burst: 0 },
): MessageRate => ({
  perSecond: Math.max(least.perSecond, callsPerSecond * tolerance),
  burst: Math.max(least.burst, burst * tolerance),
});
