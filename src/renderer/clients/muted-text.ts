/** All text about muted clients. */
import type { MuteView } from '../../shared/access/remembered.ts';
import { endTime, type Zone } from '../text/times.ts';

export const mutedText = {
  mutedClients: 'Muted clients',
  unmute: 'Unmute',
  unmuteLabel: (client: string) => `Unmute ${client}`,
} as const;

const causes: Readonly<Record<MuteView['why'], string>> = {
  denied: 'you denied several requests in a row',
  'timed-out': 'several requests were not answered',
  'not-found': 'it asked for many folders that do not exist',
};

/** "claude-code is muted until 18:35: you denied several requests in a row." */
export function muteWords(
  { clientId, until, why, about }: MuteView,
  now: number,
  zone: Zone = {},
): string {
  const who = about === 'connections' ? `The network of ${clientId}` : clientId;
  return `${who} is muted until ${endTime(until, now, zone)}: ${causes[why]}.`;
}
