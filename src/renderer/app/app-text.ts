/** All text of the main window around the pages. */
import type { Page } from './store.ts';

export const appText = {
  portIsOpen: (port: number, url: string) => `Port ${port} is open at ${url}.`,
  portNotOpened: (port: number) => `Port ${port} couldn't be opened.`,
  portClosed: (port: number) => `Closed port ${port}.`,

  // help-dialog.tsx
  keyboardShortcuts: 'Keyboard shortcuts',
  enterNeverApprovesAnythingPress:
    'Enter never approves anything. Press Space on the button or click it.',
  close: 'Close',

  // notices.tsx
  dismiss: (title: string | number) => `Dismiss: ${title}`,

  // said.tsx
  dismiss2: 'Dismiss',

  // sidebar.tsx
  pages: 'Pages',
  gatehouse: 'Gatehouse',
  aboutThisApp: 'About this app',
  mcpUrl: 'MCP URL',
  theMcpServerIsNot: 'The MCP server is not running',
  theMcpUrl: 'the MCP URL',
  version: (version: string | number) => `Version ${version}`,

  // theme-switch.tsx
  theme: 'Theme',

  // Messages
  gatehouseDidNotRespondNothingWas: 'Gatehouse did not respond. Nothing was changed.',
  thatRequestWasAlreadyClosed: 'That request was already closed.',
  thatSessionHasAlreadyEnded: 'That session has already ended.',
  thatAskIsNoLongerPending: 'That ask is no longer pending.',
  revokedSSession: (name: string | number) => `Revoked ${name}'s session.`,
  thereWereNoActiveSessions: 'There were no active sessions.',
  revoked: (amount: string | number) => `Revoked ${amount}.`,
  pausedSSessionItsCallsAre: (name: string | number) =>
    `Paused ${name}'s session. Its calls are refused until you resume it.`,
  resumedSSession: (name: string | number) => `Resumed ${name}'s session.`,
  changesInNowGoTo: (folder: string | number, name: string | number) =>
    `Changes in ${folder} now go to ${name}.`,
  thatEditorIsNoLongerConnected: 'That editor is no longer connected.',
  thatBrowserWasAlreadyDisconnected: 'That browser was already disconnected.',
  nothingWasChanged: (tokenWords: string | number) => `Nothing was changed: ${tokenWords}.`,
  tokenRemoved: 'Token removed.',
  tokenSaved: 'Token saved.',
  gatehouseCannotWriteToTheLedger: 'Gatehouse cannot write to the ledger, so nothing was changed.',
  theDemoAgentIsAlreadyRunning: 'The demo agent is already running.',
  removedTheDemoAgentWithIts:
    'Removed the demo agent with its key, sessions and folder. Its entries stay in Activity.',
  ruleAdded: (sentence: string | number) => `Rule added: ${sentence}`,
  thatRuleNoLongerExistsOr: 'That rule no longer exists, or the change could not be recorded.',
  ruleRestored: (sentence: string | number) => `Rule restored: ${sentence}`,
  exportFailed: (why: string | number) => `Export failed: ${why}.`,
  exportedTo: (amount: string | number, file: string | number) => `Exported ${amount} to ${file}.`,
  verificationFailed: (why: string | number) => `Verification failed: ${why}.`,
  lineWasAltered: (seq: string | number, why: string | number) =>
    `Line ${seq} was altered: ${why}.`,
  verificationFailed2: 'Verification failed.',
  nextAndPreviousItemInA: 'Next and previous item in a list',
  openOrCloseTheDetailsOf: 'Open or close the details of an entry',
  searchActivity: 'Search Activity',
  previousAndNextStepInA: 'Previous and next step in a replay',
  leaveTheSearchInTheAsk: 'Leave the search; in the ask window: Not now',
  showThisHelp: 'Show this help',
  newAskWaiting: (value: string | number, length: string | number) =>
    `New ask: ${value}. ${length} waiting.`,
  gatehouseIsNotRespondingCloseThis:
    'Gatehouse is not responding. Close this window and open it again.',
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
