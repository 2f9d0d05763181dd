/** All text of the main window around the pages. */
import { count } from '../text/counting.ts';
import type { Page } from './store.ts';

export const appText = {
  portIsOpen: (port: number, url: string) => `Port ${port} is open at ${url}.`,
  portNotOpened: (port: number) => `Port ${port} couldn't be opened.`,
  portClosed: (port: number) => `Closed port ${port}.`,

  // help-dialog.tsx
  keyboardShortcuts: 'Keyboard shortcuts',
  enterNeverApproves: 'Enter never approves anything. Press Space on the button or click it.',
  close: 'Close',

  // notices.tsx
  dismissNotice: (title: string) => `Dismiss: ${title}`,

  // status-message.tsx
  dismissMessage: 'Dismiss',

  // sidebar.tsx
  pages: 'Pages',
  gatehouse: 'Gatehouse',
  aboutThisApp: 'About this app',
  shortcuts: 'Shortcuts',
  commands: 'Commands',
  version: (version: string) => `Version ${version}`,

  // theme-switch.tsx
  theme: 'Theme',

  // Messages
  noResponse: 'Gatehouse did not respond. Nothing was changed.',
  requestAlreadyClosed: 'That request was already closed.',
  sessionAlreadyEnded: 'That session has already ended.',
  askNotPending: 'That ask is no longer pending.',
  revokedSession: (name: string) => `Revoked ${name}'s session.`,
  noSessionsToRevoke: 'There were no active sessions.',
  revokedSessions: (amount: string) => `Revoked ${amount}.`,
  pausedSession: (name: string) =>
    `Paused ${name}'s session. Its calls are refused until you resume it.`,
  noSessionsToPause: 'There was nothing to pause.',
  pausedAll: (amount: string) => `Paused ${amount}. Their calls are refused until you resume them.`,
  noSessionsToResume: 'There was nothing to resume.',
  resumedAll: (amount: string) => `Resumed ${amount}.`,
  resumedSession: (name: string) => `Resumed ${name}'s session.`,
  editorChosen: (folder: string, name: string) => `Changes in ${folder} now go to ${name}.`,
  editorNotConnected: 'That editor is no longer connected.',
  browserAlreadyDisconnected: 'That browser was already disconnected.',
  tokenRefused: (tokenWords: string) => `Nothing was changed: ${tokenWords}.`,
  tokenRemoved: 'Token removed.',
  tokenSaved: 'Token saved.',
  ledgerNotWritable: 'Gatehouse cannot write to the ledger, so nothing was changed.',
  demoAlreadyRunning: 'The demo agent is already running.',
  demoRemoved:
    'Removed the demo agent with its key, sessions and folder. Its entries stay in Activity.',
  ruleAdded: (sentence: string) => `Rule added: ${sentence}`,
  ruleNotChanged: 'That rule no longer exists, or the change could not be recorded.',
  ruleRestored: (sentence: string) => `Rule restored: ${sentence}`,
  rulesRestored: (rules: number) => `Restored ${rules} rules.`,
  roleSaved: (name: string) => `The role ${name} was saved.`,
  roleRestored: 'Role restored.',
  rolesExported: (amount: number, file: string) => `${count(amount, 'role')} exported to ${file}.`,
  rolesImported: (amount: number) => `${count(amount, 'role')} imported.`,
  standingRestored: 'Restored. It starts without asking, as before.',
  standingResumed: 'Resumed. It starts without asking, as before.',
  unmuted: (name: string) => `${name} may ask again.`,
  notMuted: 'That client is no longer muted.',
  exportFailed: (why: string) => `Export failed: ${why}.`,
  exportedTo: (amount: string, file: string) => `Exported ${amount} to ${file}.`,
  verificationFailed: (why: string) => `Verification failed: ${why}.`,
  lineWasAltered: (seq: number, why: string) => `Line ${seq} was altered: ${why}.`,
  verificationFailedNoReason: 'Verification failed.',
  paletteKey: 'Search everything and run a command',
  listKeys: 'Next and previous item in a list',
  detailsKey: 'Open or close the details of an entry',
  searchKey: 'Search Activity',
  replayKeys: 'Previous and next step in a replay',
  escapeKey: 'Leave the search; in the ask window: Not now',
  helpKey: 'Show this help',
  newAskWaiting: (sentence: string, waiting: number) => `New ask: ${sentence}. ${waiting} waiting.`,
  notResponding: 'Gatehouse is not responding. Close this window and open it again.',
} as const;

export const pageNames: Readonly<Record<Page, string>> = {
  inbox: 'Inbox',
  sessions: 'Sessions',
  activity: 'Activity',
  clients: 'Clients',
  servers: 'Servers',
  workspaces: 'Workspaces',
  rules: 'Rules',
  editors: 'Editors & tabs',
  settings: 'Settings',
};
