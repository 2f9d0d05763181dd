/** All text of the main window around the pages. */
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
  dismissNotice: (title: string | number) => `Dismiss: ${title}`,

  // said.tsx
  dismissMessage: 'Dismiss',

  // sidebar.tsx
  pages: 'Pages',
  gatehouse: 'Gatehouse',
  aboutThisApp: 'About this app',
  mcpUrl: 'MCP URL',
  mcpServerNotRunning: 'The MCP server is not running',
  mcpUrlName: 'the MCP URL',
  version: (version: string | number) => `Version ${version}`,

  // theme-switch.tsx
  theme: 'Theme',

  // Messages
  noResponse: 'Gatehouse did not respond. Nothing was changed.',
  requestAlreadyClosed: 'That request was already closed.',
  sessionAlreadyEnded: 'That session has already ended.',
  askNotPending: 'That ask is no longer pending.',
  revokedSession: (name: string | number) => `Revoked ${name}'s session.`,
  noSessionsToRevoke: 'There were no active sessions.',
  revokedSessions: (amount: string | number) => `Revoked ${amount}.`,
  pausedSession: (name: string | number) =>
    `Paused ${name}'s session. Its calls are refused until you resume it.`,
  resumedSession: (name: string | number) => `Resumed ${name}'s session.`,
  editorChosen: (folder: string | number, name: string | number) =>
    `Changes in ${folder} now go to ${name}.`,
  editorNotConnected: 'That editor is no longer connected.',
  browserAlreadyDisconnected: 'That browser was already disconnected.',
  tokenRefused: (tokenWords: string | number) => `Nothing was changed: ${tokenWords}.`,
  tokenRemoved: 'Token removed.',
  tokenSaved: 'Token saved.',
  ledgerNotWritable: 'Gatehouse cannot write to the ledger, so nothing was changed.',
  demoAlreadyRunning: 'The demo agent is already running.',
  demoRemoved:
    'Removed the demo agent with its key, sessions and folder. Its entries stay in Activity.',
  ruleAdded: (sentence: string | number) => `Rule added: ${sentence}`,
  ruleNotChanged: 'That rule no longer exists, or the change could not be recorded.',
  ruleRestored: (sentence: string | number) => `Rule restored: ${sentence}`,
  exportFailed: (why: string | number) => `Export failed: ${why}.`,
  exportedTo: (amount: string | number, file: string | number) => `Exported ${amount} to ${file}.`,
  verificationFailed: (why: string | number) => `Verification failed: ${why}.`,
  lineWasAltered: (seq: string | number, why: string | number) =>
    `Line ${seq} was altered: ${why}.`,
  verificationFailedNoReason: 'Verification failed.',
  listKeys: 'Next and previous item in a list',
  detailsKey: 'Open or close the details of an entry',
  searchKey: 'Search Activity',
  replayKeys: 'Previous and next step in a replay',
  escapeKey: 'Leave the search; in the ask window: Not now',
  helpKey: 'Show this help',
  newAskWaiting: (value: string | number, length: string | number) =>
    `New ask: ${value}. ${length} waiting.`,
  notResponding: 'Gatehouse is not responding. Close this window and open it again.',
} as const;

export const pageNames: Readonly<Record<Page, string>> = {
  inbox: 'Inbox',
  sessions: 'Sessions',
  activity: 'Activity',
  clients: 'Clients',
  workspaces: 'Workspaces',
  rules: 'Rules',
  editors: 'Editors & tabs',
  settings: 'Settings',
};
