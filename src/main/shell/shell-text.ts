/** All text of the tray, notifications, system dialogs and the results of commands. */
import type { Agent } from '../../shared/access/access.ts';
import type { Ask } from '../../shared/asks/asks.ts';
import { cutMiddle } from '../../shared/actions/sentence-parts.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { lastNameOf } from '../../shared/files/path-separators.ts';

export const shellText = {
  exportTitle: 'Export ledger entries',
  pageOriginsTitle: 'Let these web pages read the backend’s messages?',
  pageOriginsMeaning: 'A page also needs a ticket from a program that has the management token.',
  allowPageOrigins: 'Allow these pages',
  exportRolesTitle: 'Export roles',
  importRolesTitle: 'Import roles',
  jsonFileType: 'JSON',
  roleFileTooLarge: 'That file is too large to contain roles.',
  importRolesQuestion: (amount: number) =>
    amount === 1 ? 'Import this role?' : `Import ${amount} roles?`,
  newRole: (name: string) => `${name}: new, nobody has it yet`,
  replacedRole: (name: string, clients: string) =>
    `${name}: replaces the role${clients === '' ? '' : ` of ${clients}`}`,
  importRoles: 'Import',
  csvFileType: 'Table (CSV)',
  jsonLinesFileType: 'JSON lines',
  chooseProjectTitle: 'Choose a project',
  contentNotRecorded: 'The ledger does not record what this step wrote to that file.',
  contentNotRecordedHint: 'Open the details of the entry again.',
  notInTrash: 'That is no longer in the trash.',
  notInTrashHint: 'It may have been restored already.',
  workbenchNotResponding: 'The workbench did not respond.',
  workbenchNotRespondingHint: 'It restarts automatically. Try again in a few seconds.',
  searchFailed: 'The ledger could not be searched. Try again.',
  entryNotLoaded: 'That entry could not be loaded.',
  ruleNeedsBuiltInAction: 'Rules can only be created for built-in actions.',
  ruleForEveryAgent:
    'This agent has no key and could use any name, so the rule applies to every agent.',
  remoteAccessTitle: (host: string, port: number) =>
    `Let other machines reach Gatehouse at ${host}, port ${port}?`,
  remoteAccessConsequence:
    'After the next start, every machine that can reach this address can try to connect, over TLS and with a key.',
  remoteManagementOn:
    'The management API is available there: anyone with the management token can list and revoke sessions and create client keys from other machines.',
  remoteManagementOff: 'The management API is not available there.',
  remoteApprovalOn:
    'Approving over HTTP is on: anyone with the management token can also approve access from there.',
  remoteApprovalOff: 'Nothing can be approved from there.',
  otherNames: (value: string) => `Also called: ${value}`,
  allowRemoteAccess: 'Open this address',
  httpApprovalTitle: 'Let programs approve access without you?',
  httpApprovalConsequence:
    'Any program running as your user can read the management token and give itself access, without anyone at the screen.',
  httpApprovalRemoteNote:
    'Remote access is on: with the token this also works from other machines.',
  allowHttpApproval: 'Let them approve',
  projectSettingsTitle: 'Let OpenCode use the settings in your projects?',
  projectSettingsConsequence:
    'They can name programs that OpenCode starts as you, without asking. Anyone who can write to a project, including an agent, can change them.',
  allowProjectSettings: 'Use them',
  startProgramsTitle: 'Let Gatehouse start these programs?',
  allowStartPrograms: 'Start them when needed',
  updatesTitle: 'Take updates from here?',
  updatesConsequence:
    'Gatehouse looks there for newer versions and installs one when you say so. Anyone with the signing key can replace Gatehouse with another program.',
  updatesFeed: (value: string) => `Feed: ${value}`,
  updatesKey: (value: string) => `Public key: ${value}`,
  allowUpdates: 'Use it',
  serverFolderTitle: 'Choose a folder that the server may use',
  unsandboxedServerTitle: (name: string) => `Run the MCP server “${name}” without the sandbox?`,
  unsandboxedServerConsequence:
    'It runs as you. It can read and change all your files, use the network and start other programs. Gatehouse checks and records the calls of its tools, but not what the server does by itself.',
  allowUnsandboxedServer: 'Run without the sandbox',
  serverCommandLine: (value: string) => `Command: ${value}`,
  notConfirmedHint: 'Choose the sandbox, or confirm it.',
  couldNotSave: (why: string) => `Could not save: ${why}`,
  ledgerNotWritable: 'Gatehouse cannot write to the ledger, so nothing was changed.',
  notConfirmed: 'Nothing was changed: you did not confirm it in the dialog.',
  addProject: 'Add a project',
  chooseOpenCode: 'Choose the OpenCode program',
  askNotificationTitle: 'An agent is waiting for your answer',
  revokeAllTitle: (value: string) => `Revoke ${value}?`,
  revokeAllConsequence:
    'Their agents lose access immediately and have to ask again. Anything still running is stopped.',
  revokeAllButton: (value: string) => `Revoke ${value}`,
  unmute: (name: string, until: string) => `Unmute ${name} (muted until ${until})`,
  needsAttention: 'needs attention',
  nothingToReview: 'Nothing to review',
  noActiveSessions: 'No active sessions',
  revokeSession: (value: string, value2: string) => `Revoke ${value} (${value2})`,
  openGatehouse: 'Open Gatehouse',
  pauseEverything: 'Pause everything',
  resumeEverything: 'Resume everything',
  revokeEverything: 'Revoke everything…',
  debugSwitchNotice: (names: string, value: string) => `Started with ${names}${value}`,
  clickTooSoon: 'That click came too soon after the window changed. Check again, then click.',
  noRulePossible: 'No rule can be created for this call.',
  pickSubfolderTitle: 'Allow only a subfolder',
  otherAskOnScreen: 'Another ask is on screen now.',
  notAllSeen: 'Not all of this has been on screen yet. Scroll through it, then click.',
  typeFirst: (typeToAllow: string) =>
    `Type ${typeToAllow} first. Then click Allow within a minute.`,
  unidentifiedCallerLimit:
    "Gatehouse couldn't identify the calling program, so the limit is 15 minutes.",
  ruleFolderTitle: 'Folder for the rule',
  roleFolderTitle: 'Folder for the role',
  backendWorkspaceTitle: 'Workspace to report to the backend',
  agentFolderTitle: 'Folder for the agent to work in',
  certificateFile: 'Certificate file',
  privateKeyFile: 'Private key file',
} as const;

/** "wants to work in harbour for 1 hour". The folder's name and the time, but no path and no command. */
export function requestSummary(ask: Ask): string {
  if (ask.kind !== 'access') return `needs your confirmation${inFolder(ask.folders)}`;
  return `wants to work${inFolder(ask.roots)} for ${durationWords(ask.requestedSeconds)}`;
}

function inFolder(folders: readonly string[]): string {
  const [first, ...others] = folders;
  if (first === undefined) return '';
  const name = cutMiddle(visibleText(lastNameOf(first) || first), maxNameLength);
  return others.length === 0
    ? ` in ${name}`
    : ` in ${name} and ${plural(others.length, 'other folder', 'other folders')}`;
}

/** "1 hour", "15 minutes", "90 seconds". */
function durationWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return plural(seconds / 3600, 'hour', 'hours');
  if (seconds >= 60) return plural(Math.round(seconds / 60), 'minute', 'minutes');
  return plural(seconds, 'second', 'seconds');
}

export const plural = (count: number, item: string, many: string): string =>
  `${count} ${count === 1 ? item : many}`;

/** Cut in the middle: two names that begin alike stay apart. */
const maxNameLength = 40;

/** The name of its key, as in the window: a name that a program gives itself proves nothing. */
export function whoIs({ clientId }: Pick<Agent, 'clientId'>): string {
  return cutMiddle(visibleText(clientId), maxNameLength);
}
