/** All text of the Sessions page. */
import type { Session, SessionEnd } from '../../shared/access/access.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { byteWords } from '../../shared/network/byte-words.ts';
import type { ReachedHost } from '../../shared/network/connection.ts';
import { count, listed } from '../text/counting.ts';
import { folderName } from '../text/place-names.ts';
import { clockTime, endTime, timeLeft, type Zone } from '../text/times.ts';
import { needsFolder, type Scope } from '../../shared/access/scopes.ts';

export const sessionsText = {
  // session-network.tsx
  ports: 'Ports',
  reachedHosts: 'Reached hosts',
  byRule: (sentence: string) => `Rule: ${sentence}`,
  portLeadsTo: (port: number) => `Port ${port} →`,
  addressOfPort: (port: number) => `the address of port ${port}`,
  openPort: (port: number) => `Open port ${port}`,
  closePort: (port: number) => `Close port ${port}`,
  open: 'Open',
  close: 'Close',
  listensOn: (port: number) => `Listens on port ${port} in the sandbox`,
  andMore: (amount: number) => `and ${amount} more`,

  // ended-sessions.tsx
  ended: 'Ended',
  endedSessions: 'Ended sessions',
  agentIn: '{agent} in {folder}',

  // session-left.tsx
  canNowRun: 'What can now run on your machine',

  // extend-row.tsx
  extendSession: (name: string) => `Extend ${name}'s session`,

  // live-session.tsx
  sessionOf: (clientId: string) => `Session of ${clientId}`,
  subSession: 'sub-session',

  // narrow-dialog.tsx
  reduceSession: (name: string) => `Reduce ${name}'s session`,
  clearWhatToRemove: 'Clear what to remove. The agent has to ask again to get it back.',
  clearWhatToRemoveFromAll:
    'Clear what to remove. Sub-sessions lose it too. The agent has to ask again to get it back.',
  cancel: 'Cancel',

  // narrow-fields.tsx
  folders: 'Folders',

  // pause-button.tsx
  resumeSession: (name: string) => `Resume ${name}'s session`,
  pauseSession: (name: string) => `Pause ${name}'s session`,
  resume: 'Resume',
  pause: 'Pause',

  // revoke-all.tsx
  revokeAll: 'Revoke all',
  revokeAllTitle: (amount: string) => `Revoke ${amount}?`,
  revokeAllVerb: (amount: string) => `Revoke ${amount}`,
  revokeAllEffect:
    'Their agents lose access immediately and have to ask again. Anything still running is stopped.',

  // session-acts.tsx
  extend: 'Extend',
  reduceAccessOf: (name: string) => `Reduce access: ${name}'s session`,
  reduceAccess: 'Reduce access…',
  revokeSession: (name: string) => `Revoke ${name}'s session`,
  revokeButton: 'Revoke',

  // session-branches.tsx
  subSessionsOf: (clientId: string) => `Sub-sessions of ${clientId}`,

  // session-reach.tsx
  scopes: 'Scopes',

  // session-sandbox.tsx
  sandboxed: 'Sandboxed. You are asked before a command runs outside.',
  ownToolsOutside: 'Gatehouse’s tools are sandboxed; the agent’s own tools are not.',
  notSandboxed: 'No sandbox: commands run with all your rights.',
  whyNoSandbox: 'Why',
  howToAddSandbox: 'Why, and how to add it',

  // session-start.tsx
  startedByGrant: 'Started without asking, by a standing grant.',
  showGrant: 'Show it in Rules',

  // pause-all.tsx
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',

  // sessions-page.tsx
  sessions: 'Sessions',
  emptyHint:
    'A session starts when you allow a request, and ends at the time you chose. Connect a client, or try the demo agent.',
  connectAClient: 'Connect a client',
  sessionsOfAgent: (clientId: string) => `Active sessions of ${clientId}`,
  activeSessions: 'Active sessions',

  // Messages
  asLongAsPossible: 'As long as possible',
  atMaximum: (value: string) => `Already at the maximum of ${value}.`,
  endsWithParent: 'It cannot outlast its parent session.',
  noActiveSessions: 'No active sessions',
} as const;

const endedBy: Readonly<Record<SessionEnd, string>> = {
  deadline: 'time expired',
  once: 'used for its one call',
  idle: 'no calls for a while',
  slept: 'the computer slept',
  locked: 'the screen was locked',
  parent: 'parent session ended',
  'clock-moved': 'the system clock was changed',
  person: 'revoked',
  'management-api': 'revoked through the management API or the command line',
  leaked: 'revoked because its credential leaked',
  agent: 'ended by the agent',
  'root-gone': 'its folder is gone or was replaced',
  quit: 'Gatehouse quit',
};

/** "3 files it left can now run on your machine". */
export const leftWords = (files: number): string =>
  `${count(files, 'file')} it left can now run on your machine`;

/** "harbour", "harbour and types", or that it is in no folder. */
export const folderWords = ({ roots }: Pick<Session, 'roots'>): string =>
  roots.length === 0 ? 'No folder' : listed(roots.map(({ path }) => folderName(path)));

export const isPaused = (session: Session | null): boolean => session?.state === 'PAUSED';

export const isLive = (session: Session): boolean => session.ended === null;

/** "12 min left, until 15:40, or until 15:20 if no call comes". */
export function lifetimeText(session: Session, now: number, zone: Zone = {}): string {
  const { expiresAt, idleEndsAt, state } = session;
  const first = session.once ? 'For one call, ' : '';
  const early = earlyScopes(session, now, zone);
  if (idleEndsAt >= expiresAt || state === 'PAUSED')
    return `${first}${timeLeft(expiresAt - now)}, until ${endTime(expiresAt, now, zone)}${early}`;
  const used = `${endTime(expiresAt, now, zone)} if used`;
  return `${first}${timeLeft(idleEndsAt - now)}, until ${endTime(idleEndsAt, now, zone)}, or ${used}${early}`;
}

/** "; run:commands until 15:20": scopes that end before the session. */
function earlyScopes({ scopeEnds = {} }: Session, now: number, zone: Zone): string {
  const ends = Object.entries(scopeEnds).map(
    ([scope, at]) => `${scope} until ${endTime(at, now, zone)}`,
  );
  return ends.length === 0 ? '' : `; ${ends.join(', ')}`;
}

/** Null if it is active. A paused parent also pauses its sub-sessions. */
export function stateWords({ state }: Session, parent: Session | null = null): string | null {
  if (state === 'PAUSED' && isPaused(parent)) return 'Paused with its parent session';
  if (state === 'PAUSED') return 'Paused. Calls are refused until you resume it.';
  return state === 'DEGRADED' ? 'No editor connected. Calls wait.' : null;
}

/** "Ended 15:40: revoked". */
export function endWords({ ended, expiresAt, state }: Session, zone: Zone = {}): string {
  if (ended) return `Ended ${clockTime(ended.at, zone)}: ${endedBy[ended.by]}`;
  return state === 'REVOKED' ? 'Revoked' : `Ended ${clockTime(expiresAt, zone)}`;
}

/** "14 calls so far, last open_file"; without "so far" once it has ended. */
export function callsWords(session: Session): string {
  const soFar = isLive(session) ? ' so far' : '';
  if (session.calls === 0) return `no calls${soFar}`;
  const last = session.lastAction === null ? '' : `, last ${visibleText(session.lastAction)}`;
  return `${count(session.calls, 'call')}${soFar}${last}`;
}

/** Whichever comes first: the end, or the end if no call comes. A paused session does not become idle. */
export const firstEnd = ({ expiresAt, idleEndsAt, state }: Session): number =>
  state === 'PAUSED' ? expiresAt : Math.min(expiresAt, idleEndsAt);

/** 1 at the start, 0 at the end that comes first. */
export function shareLeft(session: Session, now: number): number {
  const end = firstEnd(session);
  const whole = end - session.startedAt;
  if (whole <= 0) return 0;
  return Math.min(1, Math.max(0, (end - now) / whole));
}

/** The deselected scopes and folders. */
export interface RemovedAccess {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

export interface RemainingAccess {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

/** Computed from the current session, which may have been reduced meanwhile. */
export const restOf = (session: Session, taken: RemovedAccess): RemainingAccess => ({
  scopes: session.scopes.filter((scope) => !taken.scopes.includes(scope)),
  roots: session.roots.map(({ path }) => path).filter((path) => !taken.roots.includes(path)),
});

export const isEmpty = ({ scopes, roots }: RemainingAccess): boolean =>
  scopes.length === 0 || (roots.length === 0 && needsFolder(scopes));

export const isWhole = (session: Session, { scopes, roots }: RemainingAccess): boolean =>
  scopes.length === session.scopes.length && roots.length === session.roots.length;

/** "3 scopes in 1 folder", or "1 scope" of what needs none. */
export const restWords = ({ scopes, roots }: RemainingAccess): string => {
  const rights = count(scopes.length, 'scope');
  return roots.length === 0 ? rights : `${rights} in ${count(roots.length, 'folder')}`;
};

export function narrowLabel(session: Session, rest: RemainingAccess): string {
  if (isWhole(session, rest)) return 'Clear what to remove';
  return isEmpty(rest) ? 'Nothing selected: revoke the session instead' : `Keep ${restWords(rest)}`;
}

/** A longer list would push the session's buttons off the screen. */
export const mostHostsShown = 6;

/** "3 connections, sent 1.2 kB, received 3 MB". */
export function reachedWords({ connections, refused, sent, received }: ReachedHost): string {
  if (connections === 0) return `not allowed (${count(refused, 'attempt')})`;
  const bytes = `sent ${byteWords(sent)}, received ${byteWords(received)}`;
  return `${count(connections, 'connection')}, ${bytes}`;
}
