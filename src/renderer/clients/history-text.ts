/** All text about what agents did before. */
import { capabilityGroups } from '../../shared/access/capabilities.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import {
  historyDays,
  totalOf,
  type ClientHistory,
  type FolderActivity,
  type HistoryClient,
  type HistoryProgress,
  type LeftOut,
  type NamedCount,
} from '../../shared/integrations/agent-history.ts';
import { nativeTitles } from '../../shared/native/native-actions.ts';
import { byteWords } from '../../shared/network/byte-words.ts';
import { capabilityNames } from '../text/capability-words.ts';
import { count } from '../text/counting.ts';

export const historyText = {
  title: 'Past activity',
  explanation: `See what your agents did in the last ${historyDays} days. Reads their own history files on this computer; nothing leaves it and nothing is changed.`,
  read: 'Read past activity',
  readAgain: 'Read again',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was kept.',
  notResponding: 'Gatehouse is not responding.',
  notVerified: "From the agent's own history, not verified",
  nothing: `No agent was used in the last ${historyDays} days, or none keeps its history where Gatehouse looks.`,
  incomplete: 'Not everything could be read within a minute. The newest files were read first.',
  folder: 'Folder',
  reads: 'Reads',
  edits: 'Edits',
  commands: 'Commands',
  outside: 'Outside',
  suggestion: 'Suggested access',
  programs: 'Programs',
  hosts: 'Hosts',
  places: 'Places outside the folder',
  leftOut: 'Left out',
  suggest: 'Suggest it',
  withdraw: 'Don’t suggest it',
  suggested: 'Offered in its next request for this folder.',
  saved: 'The next request for this folder offers it. You still decide there.',
  withdrawn: 'It is no longer suggested.',
  failed: (why: string) => `The past activity could not be read: ${why}`,
  reading: ({ files, bytes }: HistoryProgress) =>
    `Reading… ${count(files, 'file')}, ${byteWords(bytes)}`,
  tableOf: (name: string) => `Past activity of ${name} by folder`,
  suggestLabel: (name: string, folder: string) => `Suggest it for ${name} in ${folder}`,
  withdrawLabel: (name: string, folder: string) => `Don’t suggest it for ${name} in ${folder}`,
} as const;

export const clientName = (client: HistoryClient): string => nativeTitles[client];

/** "Claude Code ran 214 commands in 6 folders; 9 calls touched places outside them." */
export function summaryOf(history: ClientHistory): string {
  const name = clientName(history.client);
  const folders = count(history.folders.length, 'folder');
  const [commands, edits, outside] = [
    totalOf(history, 'commands'),
    totalOf(history, 'edits'),
    totalOf(history, 'outside'),
  ];
  const them = history.folders.length === 1 ? 'it' : 'them';
  const end =
    outside === 0
      ? `none touched places outside ${them}`
      : `${count(outside, 'call')} touched places outside ${them}`;
  return `${name} ran ${count(commands, 'command')} and made ${count(edits, 'edit')} in ${folders}; ${end}.`;
}

export const countedNames = (names: readonly NamedCount[]): string =>
  names.map(({ name, count: times }) => `${name} (${times})`).join(', ');

/** "Read and search · Edit files". */
export const grantWords = (scopes: readonly Scope[]): string =>
  capabilityGroups(scopes)
    .map(({ capability }) => capabilityNames[capability])
    .join(' · ');

export const leftOutWords = (items: readonly LeftOut[]): string =>
  items.map(({ what, count: times }) => `${times} × ${what}`).join('; ');

export const hasDetails = ({ programs, hosts, places }: FolderActivity): boolean =>
  programs.length + hosts.length + places.length > 0;
