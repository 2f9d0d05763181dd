/** All text of the tray, notifications, system dialogs and the results of commands. */
import type { Agent } from '../../shared/access/access.ts';
import type { Ask } from '../../shared/asks/asks.ts';
import { cutMiddle } from '../../shared/actions/sentence-parts.ts';
import { visibleText } from '../../shared/base/visible-text.ts';

export const shellText = {
  exportLedgerEntries: 'Export ledger entries',
  tableCsv: 'Table (CSV)',
  jsonLines: 'JSON lines',
  chooseAProject: 'Choose a project',
  theLedgerDoesNotRecordWhat: 'The ledger does not record what this step wrote to that file.',
  openTheDetailsOfTheEntry: 'Open the details of the entry again.',
  thatIsNoLongerInThe: 'That is no longer in the trash.',
  itMayHaveBeenRestoredAlready: 'It may have been restored already.',
  theWorkbenchDidNotRespond: 'The workbench did not respond.',
  itRestartsAutomaticallyTryAgainIn: 'It restarts automatically. Try again in a few seconds.',
  theLedgerCouldNotBeSearched: 'The ledger could not be searched. Try again.',
  thatEntryCouldNotBeLoaded: 'That entry could not be loaded.',
  rulesCanOnlyBeCreatedFor: 'Rules can only be created for built-in actions.',
  thisAgentHasNoKeyAnd:
    'This agent has no key and could use any name, so the rule applies to every agent.',
  letOtherMachinesReachGatehouseAt: (value: string | number, port: string | number) =>
    `Let other machines reach Gatehouse at ${value}, port ${port}?`,
  afterTheNextStartEveryMachine:
    'After the next start, every machine that can reach this address can try to connect, over TLS and with a key.',
  theManagementApiIsAvailableThere:
    'The management API is available there: anyone with the management token can list and revoke sessions and create client keys from other machines.',
  theManagementApiIsNotAvailable: 'The management API is not available there.',
  approvingOverHttpIsOnAnyone:
    'Approving over HTTP is on: anyone with the management token can also approve access from there.',
  nothingCanBeApprovedFromThere: 'Nothing can be approved from there.',
  alsoCalled: (value: string | number) => `Also called: ${value}`,
  openThisAddress: 'Open this address',
  letProgramsApproveAccessWithoutYou: 'Let programs approve access without you?',
  anyProgramRunningAsYourUser:
    'Any program running as your user can read the management token and give itself access, without anyone at the screen.',
  remoteAccessIsOnWithThe:
    'Remote access is on: with the token this also works from other machines.',
  letThemApprove: 'Let them approve',
  letOpencodeUseTheSettingsIn: 'Let OpenCode use the settings in your projects?',
  theyCanNameProgramsThatOpencode:
    'They can name programs that OpenCode starts as you, without asking. Anyone who can write to a project, including an agent, can change them.',
  useThem: 'Use them',
  letGatehouseStartThesePrograms: 'Let Gatehouse start these programs?',
  startThemWhenNeeded: 'Start them when needed',
  couldNotSave: (why: string | number) => `Could not save: ${why}`,
  gatehouseCannotWriteToTheLedger: 'Gatehouse cannot write to the ledger, so nothing was changed.',
  nothingWasChangedYouDidNot: 'Nothing was changed: you did not confirm it in the dialog.',
  addAProject: 'Add a project',
  chooseTheOpencodeProgram: 'Choose the OpenCode program',
  anAgentIsWaitingForYour: 'An agent is waiting for your answer',
  revoke: (value: string | number) => `Revoke ${value}?`,
  theirAgentsLoseAccessImmediatelyAnd:
    'Their agents lose access immediately and have to ask again. Anything still running is stopped.',
  revoke2: (value: string | number) => `Revoke ${value}`,
  needsAttention: 'needs attention',
  nothingToReview: 'Nothing to review',
  noActiveSessions: 'No active sessions',
  revoke3: (value: string | number, value2: string | number) => `Revoke ${value} (${value2})`,
  openGatehouse: 'Open Gatehouse',
  pauseEverything: 'Pause everything',
  resumeEverything: 'Resume everything',
  revokeEverything: 'Revoke everything…',
  startedWith: (names: string | number, value: string | number) => `Started with ${names}${value}`,
  thatClickCameTooSoonAfter:
    'That click came too soon after the window changed. Check again, then click.',
  noRuleCanBeCreatedFor: 'No rule can be created for this call.',
  allowOnlyASubfolder: 'Allow only a subfolder',
  anotherAskIsOnScreenNow: 'Another ask is on screen now.',
  notAllOfThisHasBeen: 'Not all of this has been on screen yet. Scroll through it, then click.',
  typeFirstThenClickAllowWithin: (typeToAllow: string | number) =>
    `Type ${typeToAllow} first. Then click Allow within a minute.`,
  gatehouseCouldntIdentifyTheCallingProgram:
    "Gatehouse couldn't identify the calling program, so the limit is 15 minutes.",
  folderForTheRule: 'Folder for the rule',
  workspaceToReportToTheBackend: 'Workspace to report to the backend',
  certificateFile: 'Certificate file',
  privateKeyFile: 'Private key file',
} as const;

/** No paths and no commands. */
export const requestSummary = (ask: Ask): string =>
  ask.kind === 'access'
    ? `wants ${plural(ask.scopes.length, 'scope', 'scopes')}`
    : 'needs your confirmation';

export const plural = (count: number, item: string, many: string): string =>
  `${count} ${count === 1 ? item : many}`;

/** Cut in the middle: two names that begin alike stay apart. */
const maxNameLength = 40;

/** The name of its key, as in the window: a name that a program gives itself proves nothing. */
export function whoIs({ clientId }: Pick<Agent, 'clientId'>): string {
  return cutMiddle(visibleText(clientId), maxNameLength);
}
