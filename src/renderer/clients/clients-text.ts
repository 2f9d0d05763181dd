/** All text of the Clients page. */
import {
  isMoreOpen,
  type AllowSetting,
  type ClientCard,
  type ClientFile,
  type ClientPurpose,
  type ClientWay,
  type ExposedAbility,
  type ToolStatus,
  type WrittenChange,
} from '../../shared/integrations/clients.ts';
import { ago } from '../text/times.ts';

export const clientsText = {
  // connect-sheet.tsx
  connectTitle: (name: string) => `Connect ${name}`,
  foundAt: (path: string) => `Found: ${path}`,
  connectVerb: 'Connect',
  saveVerb: 'Save',
  undoPromise: 'One undo puts every file back, byte for byte.',
  addTools: 'Add Gatehouse’s tools',
  addToolsMeaning: (file: string) => `One server entry in ${file}`,
  askOnce: 'Don’t ask twice',
  ownToolsTitle: 'Its own tools',
  ownToolsMeaning: 'edit files and run commands',
  leaveOwnTools: 'Leave',
  underTheGate: 'Under the gate',
  underTheGateMeaning:
    'Gatehouse asks about its commands and edits and records them. Its own reads aren’t recorded.',
  underTheGateUntested:
    'Gatehouse asks about its commands and edits and records them. Its own reads aren’t recorded. Not yet tested with this client.',
  underTheGateLimit:
    'This asks and records; it is not a sandbox. In some clients a project can switch hooks off, and what a command starts is not checked again.',
  silencePrompts: (name: string) => `Stop ${name}’s own prompt`,
  ownToolsOff: 'Off',
  ownToolsOffMeaning: 'It can use Gatehouse’s tools only.',
  ownToolsCannotBeSet: (name: string) => `${name} keeps its own edit and shell tools.`,
  moreChoices: 'File and connection',
  connectVia: 'Connect via',
  file: 'File',

  // hooks-status.tsx
  hooksOf: (name: string) => `Own tools of ${name}`,
  hooksUnderTheGate: 'Own tools under the gate',
  hooksSeen: (when: string) => `Working, last used ${when}`,
  hooksWaiting: 'Installed. Start a new session in the client; its first event appears here.',
  hooksBroken: (why: string) => `${why} Its own tools are not under the gate.`,
  hooksTrusted: 'Codex trusts the hooks.',
  hooksUnchecked: 'Asking Codex whether it trusts the hooks…',
  hooksTrustUnknown: (why: string) => `Whether Codex trusts the hooks is unknown: ${why}`,
  checkHooks: 'Check',
  checkHooksLabel: (name: string) => `Check the hooks of ${name}`,
  repairHooks: 'Repair…',
  repairHooksLabel: (name: string) => `Repair the hooks of ${name}`,
  newerThanTested: (installed: string, tested: string) =>
    `Version ${installed} is newer than ${tested}, which was tested. Tools that Gatehouse doesn’t know are asked about.`,
  hooksUntested: (name: string) => `Not yet tested with ${name}.`,
  switchedOffIn: 'Switched off by {setting} in {file}. There its own tools bypass Gatehouse.',
  whatCanSwitchOff: 'What can switch it off',
  otherSwitches: (words: string) => `Also: ${words}`,
  managedIntro:
    'An administrator can prevent that. Gatehouse doesn’t write this file; {file} would contain:',
  managedName: 'the administrator’s setting',

  // client-card.tsx
  notInstalled: 'Not installed.',
  found: 'Found: {path}',
  untestedClient: "Based on the client's documentation; not yet tested with it.",
  changesMadeFor: (name: string) => `Changes made for ${name}`,
  change: 'Change…',
  changeClient: (name: string) => `Change: ${name}`,
  connect: 'Connect…',
  connectClient: (name: string) => `Connect: ${name}`,
  nextStepAfterConnecting: (after: string) =>
    `${after} This card changes to “Connected” once the client connects with its key.`,
  notConnecting: (ifSilent: string) => `Not connecting? ${ifSilent}`,
  entryChangedElsewhere: (words: string) => `${words} Gatehouse will not change it without you.`,
  changeIn: '{change} in {file}',
  undoClient: (name: string) => `Undo: ${name}`,
  undoButton: 'Undo…',

  // clients-page.tsx
  clients: 'Clients',
  chooseAProject: 'Choose a project…',
  notResponding: 'Gatehouse is not responding. Close this window and open it again.',
  projectFilesListed: 'Settings files in {path} are listed too.',
  noClientFound: 'No client was found on this computer',
  noClientFoundHint:
    'Install one, such as OpenCode, Claude Code or Codex, and it appears here. Or try the demo agent, which needs nothing.',
  tryTheDemo: 'Try the demo',
  installedClients: 'Clients on this computer',
  notInstalledCount: (amount: string) => `${amount} not installed`,
  notInstalledClients: 'Clients that are not installed',
  checkingWhatIsInstalled: 'Checking what is installed…',
  projectFilesAdded: 'Settings files of that project are listed too.',

  // manual-setup.tsx
  manualSetup: 'Connect another client by hand',
  createKeyStep: 'Create a key. Its name identifies the client in Gatehouse.',
  commandName: 'the command',
  addServerStep: 'In the client, add an MCP server with this URL and the key as the bearer token.',
  mcpServerNotRunning: 'The MCP server is not running, so there is no URL yet.',
  mcpUrlName: 'the MCP URL',
  startAgentStep:
    'Start the agent. When it needs files, it calls {code}, and the request appears in the Inbox. Without your approval it gets nothing.',
  requestAccess: 'request_access',

  // entry-drift.tsx
  entryInFile: (file: string) => `the entry in ${file}`,

  // own-servers.tsx
  ownServers: 'Clients that start MCP servers by themselves',
  startsOwnServers: '{client} starts MCP servers without Gatehouse: {servers}.',
  moveOwnServers: 'Move them behind Gatehouse on the Servers page',

  // exposure-map.tsx
  exposureTitle: 'What clients can do without Gatehouse',
  exposureExplanation:
    "From each client's own settings. Whatever runs without asking there bypasses Gatehouse.",
  exposureMap: 'Exposure map',
  client: 'Client',
  ownTools: 'Own tools',
  turnedOff: 'Turned off.',
  underTheGateNow: 'Under the gate.',
  hazards: 'Also possible',
  turnOffOwnToolsLabel: (name: string) => `Turn off ${name}'s own edit and shell tools`,
  turnOffOwnToolsButton: 'Turn off…',

  // file-diffs.tsx
  changedFiles: 'Files that change',
  linesAdded: (lines: number) => `+${lines}`,
  linesRemoved: (lines: number) => `−${lines}`,
  linkLeadsTo: '{file} is a link; {target} is changed.',
  shownFormatted:
    'Formatted here for reading. The file keeps its own format: only the changed part is written.',

  // preview-dialog.tsx
  cancel: 'Cancel',
  close: 'Close',
  checkAgain: 'Check again',
  readingTheFile: 'Reading the files…',
  noResponse: 'Gatehouse did not respond.',
  tryAgain: 'Try again.',
  changeIsRecorded: 'It is recorded in Activity.',
  nothingChangedHint: 'Nothing was changed. Try again.',

  // undo-dialog.tsx
  undoTitle: (name: string) => `Undo all changes for ${name}`,
  undoSubtitle: 'Removes what Gatehouse wrote. Everything else in the files stays.',
  undoVerb: 'Undo',
} as const;

const allowWords: Readonly<Record<AllowSetting, (name: string) => string>> = {
  offered: (name) => `${name} won’t ask again about what Gatehouse asks.`,
  set: (name) => `${name} doesn’t ask again about what Gatehouse asks.`,
  'in-entry': () => 'Part of the server entry.',
  none: (name) => `Gatehouse doesn’t set this for ${name}. It may ask too.`,
};

export const allowMeaning = ({ allow, name }: ClientCard): string => allowWords[allow](name);

const leaveWords: Readonly<Record<ToolStatus, string>> = {
  free: 'They run without asking. No record here.',
  asks: 'It asks in its own window. No record here.',
  denied: 'They are turned off in its settings.',
  unknown: 'Gatehouse can’t see whether it asks. No record here.',
};

/** One choice is for both tools, so the more open one counts. */
export function leaveMeaning({ exposure }: Pick<ClientCard, 'exposure'>): string {
  const [edit, shell] = [exposure.edit.standing, exposure.shell.standing];
  return leaveWords[isMoreOpen(edit, shell) ? edit : shell];
}

export interface StateWords {
  readonly tone: 'none' | 'plain' | 'waiting' | 'good' | 'warning';
  readonly word: string;
}

export function stateWords({ state }: Pick<ClientCard, 'state'>, now: number): StateWords {
  switch (state.kind) {
    case 'not-installed':
      return { tone: 'none', word: 'Not installed' };
    case 'can-connect':
      return { tone: 'plain', word: 'Not connected' };
    case 'waiting':
      return { tone: 'waiting', word: 'Configured. Waiting for it to connect…' };
    case 'connected':
      return { tone: 'good', word: `Connected ${ago(Math.max(0, now - state.last.at))}` };
    case 'changed':
      return { tone: 'warning', word: 'Changed outside Gatehouse' };
  }
}

export const wayWords: Readonly<Record<ClientWay, string>> = {
  command: 'The gatehouse command (no key in its file)',
  reference: 'HTTP, with the key read from a Gatehouse file (no key in its file)',
  key: 'HTTP, with the key in its file',
};

export const abilityWords: Readonly<Record<ExposedAbility, string>> = {
  read: 'Read',
  edit: 'Edit',
  shell: 'Shell',
  network: 'Network',
  git: 'Git',
  mcp: 'MCP',
};

export const toolStatusWords: Readonly<Record<ToolStatus, string>> = {
  free: 'Without asking',
  asks: 'Asks',
  denied: 'Denied',
  unknown: 'Unknown',
};

export const fileWords = ({ path, scope, isThere, hasEntry }: ClientFile): string =>
  [
    path,
    scope === 'project' ? 'project' : null,
    isThere ? null : 'new',
    hasEntry ? 'has an entry' : null,
  ]
    .filter((word) => word !== null)
    .join(' · ');

const driftWords: Readonly<Record<WrittenChange['drift'], string | null>> = {
  'as-written': null,
  elsewhere: 'The file was edited since. Undo keeps those edits.',
  changed:
    'The entry was changed outside Gatehouse. Red: what Gatehouse wrote. Green: what is there now.',
  gone: 'The entry was removed outside Gatehouse.',
  unreadable: 'The file can no longer be read.',
};

/** `again` puts our entry back; `keep` accepts what is there. */
export const driftChoices = { again: 'Reconnect', keep: 'Keep the change' } as const;

const changeTitles: Readonly<Record<ClientPurpose, string>> = {
  connect: 'Server entry',
  allow: 'Not asking twice',
  deny: 'Own edit and shell tools off',
  hooks: 'Own tools under the gate',
  prompts: 'Own prompt silenced',
  servers: 'Servers moved behind Gatehouse',
};

export const changeTitle = ({ purpose }: WrittenChange): string => changeTitles[purpose];

/** How the sheet describes the hooks of this client. */
export const gateMeaning = ({ hooks }: ClientCard): string =>
  hooks?.testedVersion === null
    ? clientsText.underTheGateUntested
    : clientsText.underTheGateMeaning;

export const driftNote = ({ drift }: WrittenChange): string | null => driftWords[drift];

const order = ['changed', 'waiting', 'connected', 'can-connect', 'not-installed'] as const;

/** Clients that need the user's attention come first, clients that are not installed last. */
export const inOrder = (cards: readonly ClientCard[]): readonly ClientCard[] =>
  cards.toSorted((a, b) => order.indexOf(a.state.kind) - order.indexOf(b.state.kind));
