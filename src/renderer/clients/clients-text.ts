/** All text of the Clients page. */
import type {
  ClientCard,
  ClientFile,
  ClientWay,
  ExposedAbility,
  ToolStatus,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { ago } from '../text/times.ts';

export const clientsText = {
  // change-dialog.tsx
  save: 'Save',
  turnOff: 'Turn off',
  connectVia: 'Connect via',
  connectExplanation:
    'Its agents then use files and commands through Gatehouse, which asks you first. You can undo this here at any time.',
  file: 'File',

  // client-card.tsx
  notInstalled: 'Not installed.',
  found: 'Found: {path}',
  untestedClient: "Based on the client's documentation; not yet tested with it.",
  changesMadeFor: (name: string | number) => `Changes made for ${name}`,
  reconnect: 'Reconnect…',
  connect: 'Connect…',
  nextStepAfterConnecting: (after: string | number) =>
    `${after} This card changes to “Connected” once the client connects with its key.`,
  notConnecting: (ifSilent: string | number) => `Not connecting? ${ifSilent}`,
  entryChangedElsewhere: (words: string | number) =>
    `${words} Gatehouse will not change it without you.`,
  changeIn: '{change} in {file}',
  connectClient: (name: string) => `Connect: ${name}`,
  reconnectClient: (name: string) => `Reconnect: ${name}`,
  undoLabel: (value: string | number, name: string | number) => `Undo: ${value}, ${name}`,
  undoButton: 'Undo…',

  // clients-page.tsx
  clients: 'Clients',
  chooseAProject: 'Choose a project…',
  notResponding: 'Gatehouse is not responding. Close this window and open it again.',
  projectFilesListed: 'Settings files in {path} are listed too.',
  noClientFound:
    'No client was found on this machine. Install one, such as OpenCode, Claude Code or Codex, and it appears here.',
  installedClients: 'Clients on this machine',
  notInstalledCount: (amount: string | number) => `${amount} not installed`,
  notInstalledClients: 'Clients that are not installed',

  // entry-drift.tsx
  entryInFile: (file: string | number) => `the entry in ${file}`,

  // exposure-map.tsx
  exposureTitle: 'What clients can do without Gatehouse',
  exposureExplanation:
    "From each client's own settings. Whatever runs without asking there bypasses Gatehouse.",
  exposureMap: 'Exposure map',
  client: 'Client',
  ownTools: 'Own tools',
  turnedOff: 'Turned off.',
  turnOffOwnToolsLabel: (name: string | number) => `Turn off ${name}'s own edit and shell tools`,
  turnOffOwnToolsButton: 'Turn off…',

  // preview-dialog.tsx
  cancel: 'Cancel',
  close: 'Close',
  checkAgain: 'Check again',
  readingTheFile: 'Reading the file…',
  noResponse: 'Gatehouse did not respond.',
  tryAgain: 'Try again.',
  changesTo: 'Changes to {file}:',
  changesToLink: 'Changes to {file}, which links to {target}:',
  changeIsRecorded: 'It is recorded in Activity.',

  // undo-dialog.tsx
  disconnect: (name: string | number) => `Disconnect ${name}`,
  turnOwnToolsBackOn: (name: string | number) => `Turn ${name}'s own tools back on`,
  undoVerb: 'Undo',
  disconnectEffect: 'Its key is revoked, and its pending asks and sessions end.',

  // Messages
  connectTitle: (name: string | number) => `Connect ${name}`,
  turnOffOwnToolsTitle: (name: string | number) => `Turn off ${name}'s own edit and shell tools`,
  checkingWhatIsInstalled: 'Checking what is installed…',
  projectFilesAdded: 'Settings files of that project are listed too.',
  nothingChangedHint: 'Nothing was changed. Try again.',
} as const;

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

export const standingWords: Readonly<Record<ToolStatus, string>> = {
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

export const changeTitle = ({ purpose }: WrittenChange): string =>
  purpose === 'connect' ? 'Connected to Gatehouse' : 'Own edit and shell tools turned off';

export const driftNote = ({ drift }: WrittenChange): string | null => driftWords[drift];

const order = ['changed', 'waiting', 'connected', 'can-connect', 'not-installed'] as const;

/** Clients that need the user's attention come first, clients that are not installed last. */
export const inOrder = (cards: readonly ClientCard[]): readonly ClientCard[] =>
  cards.toSorted((one, other) => order.indexOf(one.state.kind) - order.indexOf(other.state.kind));
