/** All text about updates in the window. */
import type { CheckReceipt, UpdateView } from '../../shared/app/updates.ts';
import { clockTime } from '../text/times.ts';

export const updatesText = {
  // update-card.tsx
  updates: 'Updates',
  available: (version: string) => `Gatehouse ${version} is available`,
  installed: (version: string) => `Installed: ${version}. Your data and settings stay.`,
  signed: 'Its signature was verified.',
  notes: 'What’s new',
  install: 'Install and restart',
  later: 'Later',
  downloading: (percent: number) => `Downloading: ${percent} %`,
  runThis: 'Your package manager installs it. Run this in a terminal, then start Gatehouse again:',
  pullThis: 'You run it from a checkout. Run this there:',
  unpackThis: 'Run this in a terminal, then replace the old folder with the new one:',
  noFile: 'This release has no package of the kind you installed.',
  command: 'command',

  // update-state-row.tsx
  checkNow: 'Check now',
  state: 'Version',

  // Messages
  off: 'Updates are off: no feed and key are set.',
  current: 'Gatehouse is up to date.',
  restarting: 'Gatehouse restarts with the new version.',
} as const;

/** What Settings says about the last check. */
export function updateStateWords(update: UpdateView | undefined, version: string): string {
  if (!update || update.kind === 'off') return `${version}. ${updatesText.off}`;
  if (update.kind === 'found') return `${version}. ${updatesText.available(update.version)}.`;
  const { checkedAt, problem } = update;
  if (checkedAt === null) return `${version}. Not checked yet.`;
  if (problem !== null) return `${version}. ${problem}`;
  return `${version}. Up to date, checked at ${clockTime(checkedAt)}.`;
}

export function checkedWords(receipt: CheckReceipt): string {
  switch (receipt.kind) {
    case 'off':
      return updatesText.off;
    case 'current':
      return updatesText.current;
    case 'found':
      return `${updatesText.available(receipt.version)}.`;
    case 'failed':
      return receipt.why;
  }
}

/** What to do where Gatehouse does not replace itself. */
export function commandWords({ way, command }: Extract<UpdateView, { kind: 'found' }>): string {
  if (command === null) return updatesText.noFile;
  if (way === 'checkout') return updatesText.pullThis;
  return way === 'archive' ? updatesText.unpackThis : updatesText.runThis;
}
