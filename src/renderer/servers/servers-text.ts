/** All text of the Servers page. */
import type {
  McpServerView,
  PinnedTextChange,
  PinState,
  ServerIsolation,
  ServerStateKind,
  ToolClaims,
  ToolPolicy,
} from '../../shared/servers/server-views.ts';
import { count, listed } from '../text/counting.ts';

export const serversText = {
  // servers-page.tsx
  servers: 'Servers',
  reading: 'Reading…',
  note: (amount: number) =>
    amount === 0
      ? 'No MCP server behind the gate yet.'
      : `${count(amount, 'MCP server')} behind the gate. Each runs once, for all your clients.`,
  addServer: 'Add server…',
  notResponding: 'Gatehouse is not responding. Close this window and open it again.',
  emptyTitle: 'Run MCP servers behind the gate',
  emptyHint:
    'Gatehouse starts each server once for all your clients, in a sandbox. You see what its tools say about themselves before an agent can call them, and every call is recorded.',
  emptyAction: 'Add a server…',
  unreadableNote: 'None of them runs.',
  unreadableTitle: 'Your MCP servers could not be read',
  unreadableMeaning:
    'None of them runs, agents see none of their tools, and none can be added or moved until this is solved. What you accepted and the values of secrets are in other files and stay as they are.',
  unreadableAfter: 'Then restart Gatehouse.',
  columns: ['Server', 'Tools', 'Used by', 'State'],

  // found-servers.tsx
  stillOutside: 'Servers that clients start themselves',
  foundIn: (clients: readonly string[]) => `Found in ${listed(clients)}: {names}`,
  moreNames: (amount: number) => `and ${amount} more`,
  moveButton: 'Move behind Gatehouse…',
  noneCanMove: 'Why not?',
  moved: 'Moved servers',
  movedWords: (names: readonly string[], when: string) => `Moved ${listed(names)} ${when}.`,
  undoMove: 'Undo…',
  undoMoveOf: (names: readonly string[]) => `Undo the move of ${listed(names)}`,
  undoTitle: 'Undo this move?',
  undoConsequence: (names: readonly string[], files: readonly string[]) =>
    `${listed(files)} will be exactly as before the move. ${listed(names)} will be removed from Gatehouse, with what you accepted and the saved secrets.`,
  undoVerb: 'Undo the move',
  keepMove: 'Keep it',

  // move-dialog.tsx
  moveTitle: 'Move servers behind Gatehouse',
  moveSubtitle:
    'Removes these entries from your clients’ files. The clients then use the servers through Gatehouse.',
  moveVerb: 'Move',
  movePromise: 'One undo puts every file back, byte for byte.',
  whichServers: 'Servers to move',
  inClients: (clients: readonly string[]) => `in ${listed(clients)}`,
  namedHere: (name: string) => `will be called ${name}`,
  selectOne: 'Select at least one server.',

  // server-row.tsx
  showDetails: (name: string) => `Details of ${name}`,
  toolsUnknown: '—',
  toolsSpoken: (amount: number | null) =>
    amount === null ? 'tools not known yet' : count(amount, 'tool'),
  usedBySpoken: (clients: readonly string[]) =>
    clients.length === 0 ? 'not used yet' : `used by ${listed(clients)}`,
  signedInAs: (account: string) => `signed in to ${account}`,
  signIn: 'Sign in…',
  signInTo: (name: string) => `Sign in to ${name}`,
  toReview: (amount: number) => `${amount} to review`,
  off: 'Off',

  // server-details.tsx
  loading: 'Loading…',
  gone: 'This server no longer exists.',
  restart: 'Restart',
  restartOf: (name: string) => `Restart ${name}`,
  disable: 'Disable',
  disableOf: (name: string) => `Disable ${name}`,
  enable: 'Enable',
  enableOf: (name: string) => `Enable ${name}`,
  edit: 'Edit…',
  editOf: (name: string) => `Edit ${name}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out of ${name}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeConsequence:
    'It is stopped. What you accepted, its policies and its secrets are deleted. Entries in Activity stay.',
  removeVerb: 'Remove',
  keepServer: 'Keep it',
  noTools: 'It has listed no tools yet. They appear when it has started once.',
  startToList: 'Start it now',
  startToListOf: (name: string) => `Start it now: ${name}`,
  toolsOf: (name: string) => `Tools of ${name}`,
  moreTools: (amount: number) => count(amount, 'more tool'),
  pinError: 'What you accepted earlier can’t be read, so everything this server offers is blocked.',

  // server-facts.tsx
  factsOf: (name: string) => `About ${name}`,
  state: 'State',
  isolation: 'Isolation',
  folders: 'Folders',
  network: 'Network',
  none: 'none',
  process: 'Process',
  processes: (amount: number, clients: number) =>
    amount === 0
      ? 'not running'
      : clients > 1
        ? `${amount}, shared by ${clients} clients`
        : String(amount),
  memory: 'Memory',
  memoryUnknown: 'unknown',
  megabytes: (bytes: number) => `${Math.max(1, Math.round(bytes / 1_048_576))} MB`,
  lastUse: 'Last use',
  never: 'never',
  context: 'Context cost',
  tokens: (amount: number) => `about ${amount.toLocaleString()} tokens`,
  overBudget: (budget: number) =>
    `Above ${budget.toLocaleString()} tokens in total, clients search the tools instead of getting the whole list.`,
  visibleTo: 'Visible to',
  visibleToClient: (name: string, client: string) => `${name} is visible to ${client}`,
  noClients: 'No client has a key yet.',

  // server-secrets.tsx
  secrets: 'Secrets',
  secretsOf: (name: string) => `Secrets of ${name}`,
  secretsMeaning: 'Saved values are never shown again.',
  secretSet: 'set',
  secretMissing: 'not set',
  newValueOf: (secret: string) => `New value of ${secret}`,
  newValue: 'New value',
  save: 'Save',
  replace: 'Replace',
  saveSecret: (secret: string) => `Save ${secret}`,
  replaceSecret: (secret: string) => `Replace ${secret}`,
  removeSecret: 'Remove',
  removeSecretOf: (secret: string) => `Remove the value of ${secret}`,

  // server-review.tsx
  reviewOf: (name: string) => `To review: ${name}`,
  instructionsSubject: 'Its instructions',
  accept: 'Accept',
  acceptOf: (subject: string) => `Accept ${subject}`,
  keepBlocked: 'Keep blocked',
  keepBlockedOf: (subject: string) => `Keep blocked: ${subject}`,
  acceptAll: (amount: number) => `Accept all ${amount}`,
  writtenByServer: 'Written by the server.',
  hiddenShown: (amount: number) => `${count(amount, 'hidden or look-alike character')} shown.`,
  keptBlocked: (amount: number) => `${count(amount, 'text')} kept blocked`,
  changeOf: (part: string, subject: string) => `${part} of ${subject}`,

  // tool-row.tsx
  policyOf: (tool: string) => `What happens when an agent calls ${tool}`,
  detailsOf: (tool: string) => `Details of ${tool}`,
  serverSays: 'The server says',
  noDescription: 'nothing about it',
  calledAs: 'Clients see',
  cost: 'Context cost',
  blocked: 'blocked',
  hiddenFromClients: 'Visible to',
  toolVisibleTo: (tool: string, client: string) => `${tool} is visible to ${client}`,

  // server-details.tsx, instructions and log
  instructions: 'Instructions for agents',
  instructionsClaimed: 'Written by the server. Gatehouse does not pass them on to clients.',

  log: 'Log',
  logOf: (name: string) => `Log of ${name}`,
  emptyLog: 'Nothing was written yet.',

  // server-dialog.tsx
  addTitle: 'Add an MCP server',
  editTitle: (name: string) => `Edit ${name}`,
  addSubtitle: 'Its tools stay blocked until you have looked at them.',
  editSubtitle: 'Saving stops it. The changes apply when it starts again.',
  kind: 'Type',
  kindCommand: 'Command',
  kindUrl: 'URL',
  name: 'Name',
  nameMeaning: 'Its tools are called name__tool. Lower-case letters, digits and hyphens.',
  command: 'Command line',
  commandPlaceholder: 'npx -y @modelcontextprotocol/server-everything',
  commandMeaning: 'Program and arguments. ${NAME} is replaced by the secret of that name.',
  url: 'URL',
  urlPlaceholder: 'https://mcp.example.com/mcp',
  transport: 'Transport',
  transportHttp: 'Streamable HTTP',
  transportSse: 'SSE (older servers)',
  environment: 'Environment',
  headers: 'Headers',
  valuesMeaning:
    'Encrypted if this system has a keyring, otherwise in a file that only you can read.',
  namesMeaning: 'Set the values under Secrets.',
  variableName: (at: number) => `Name of variable ${at}`,
  variableValue: (at: number) => `Value of variable ${at}`,
  namePlaceholder: 'NAME',
  headerPlaceholder: 'X-Api-Key',
  valuePlaceholder: 'value',
  addVariable: 'Add a variable',
  addHeader: 'Add a header',
  removeVariable: (at: number) => `Remove variable ${at}`,
  folderLines: 'Folders it may use, one per line',
  chooseFolder: 'Choose…',
  hostLines: 'Hosts it may reach, one per line',
  hostsMeaning: 'It can reach nothing else on the network. npx and uvx need their registry here.',
  outsideSandbox: 'Run without the sandbox',
  outsideMeaning:
    'It can then read and change all your files and use the network as you. You’ll confirm this in a system dialog.',
  add: 'Add',
  saveChanges: 'Save',
  cancel: 'Cancel',
  noResponse: 'Gatehouse did not respond.',
  tryAgain: 'Nothing was changed. Try again.',

  // server-form.ts
  nameNeeded: 'Use 1 to 32 lower-case letters, digits and hyphens as the name.',
  nameTaken: 'A server with this name already exists.',
  commandNeeded: 'Enter the command that starts the server.',
  quoteOpen: 'A quotation mark in the command line is not closed.',
  urlNeeded: 'Enter a URL that starts with https:// or http://.',
  variableNames: 'Variable names consist of letters, digits and underscores.',
  headerNames: 'Header names consist of letters, digits and hyphens.',
  nameTwice: (name: string) => `${name} is listed twice.`,
  valueMissing: (name: string) => `Enter a value for ${name}, or remove it.`,
  foldersAbsolute: 'Enter full folder paths, such as /home/you/project.',

  // server-acts.ts
  failed: (why: string, hint: string) => (hint === '' ? why : `${why} ${hint}`),
} as const;

export const policyWords: Readonly<Record<ToolPolicy, string>> = {
  allow: 'Allow',
  ask: 'Ask',
  deny: 'Deny',
};

export const partWords: Readonly<Record<PinnedTextChange['part'], string>> = {
  name: 'Name',
  title: 'Title',
  description: 'Description',
  input: 'Arguments',
  output: 'Result',
  annotations: 'Claims',
  instructions: 'Instructions',
};

const stateNames: Readonly<Record<ServerStateKind, string>> = {
  stopped: 'starts on first use',
  starting: 'starting…',
  running: 'running',
  failed: 'failed',
  'needs-login': 'signed out',
  blocked: 'blocked',
};

export type ServerTone = 'good' | 'plain' | 'warning' | 'danger';

export interface StateTag {
  readonly tone: ServerTone;
  readonly word: string;
  /** Beside the tag. */
  readonly note: string;
}

/** One tag per row: what the user has to know first. */
export function stateTag(server: McpServerView): StateTag {
  const { isEnabled, unreviewed, state, isolation } = server;
  if (!isEnabled) return { tone: 'plain', word: serversText.off, note: '' };
  if (state.kind === 'failed') return { tone: 'danger', word: 'Failed', note: '' };
  if (unreviewed > 0)
    return {
      ...{ tone: 'warning', word: serversText.toReview(unreviewed) },
      note: state.kind === 'running' ? stateNames.running : '',
    };
  if (state.kind === 'blocked') return { tone: 'warning', word: 'Blocked', note: '' };
  return { ...isolationTag(isolation), note: stateNames[state.kind] };
}

export function isolationTag({ kind }: ServerIsolation): Pick<StateTag, 'tone' | 'word'> {
  if (kind === 'sandboxed') return { tone: 'good', word: 'Sandboxed' };
  return kind === 'remote'
    ? { tone: 'plain', word: 'Remote' }
    : { tone: 'warning', word: 'No sandbox' };
}

export const isolationWords = (isolation: ServerIsolation): string =>
  isolation.kind === 'none'
    ? `No sandbox: ${isolation.why}`
    : isolation.kind === 'remote'
      ? 'Not started by Gatehouse; reached by its URL'
      : 'Sandboxed';

/** What the server claims; never our own judgement. */
export function claimWords({ isReadOnly, isDestructive }: ToolClaims): string {
  if (isReadOnly === true) return 'says it only reads';
  if (isDestructive === true) return 'says it may delete or overwrite';
  return isDestructive === false ? 'says it destroys nothing' : 'doesn’t say what it changes';
}

export function pinSentence(
  pin: PinState,
  isTool: boolean,
  parts: readonly PinnedTextChange['part'][],
): string {
  const verb = isTool ? 'is' : 'are';
  switch (pin) {
    case 'new':
      return isTool
        ? '{subject} is new. It can’t be called until you accept it.'
        : '{subject} are new. Accept them, or keep them blocked.';
    case 'changed': {
      const names = listed(parts.map((part) => partWords[part].toLowerCase()));
      return isTool
        ? `{subject} has changed: ${names}. It can’t be called until you accept it.`
        : '{subject} have changed. Accept them, or keep them blocked.';
    }
    case 'removed':
      return `{subject} ${verb} no longer offered. Accept to remove ${isTool ? 'it' : 'them'} here.`;
    case 'pinned':
      return `{subject} ${verb} as accepted.`;
  }
}
