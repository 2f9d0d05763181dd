/**
 * Some settings weaken protection: remote access, programs that Gatehouse starts, approval without
 * the user. The main process confirms these in a system dialog, which no page can answer.
 */
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { ProgramSetting, SettingName } from '../../../shared/app/setting-change.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import { shellText } from '../shell-text.ts';

export interface SettingQuestion {
  readonly message: string;
  readonly detail: string;
  /** The label of the confirming button. */
  readonly yes: string;
}

/** Null if a click in the window is enough. */
export function questionFor(
  name: SettingName | ProgramSetting,
  before: Settings,
  after: Settings,
): SettingQuestion | null {
  if (name === 'listen' && after.listen !== null) return aboutListening(after.listen, after);
  if (name === 'approveOverHttp' && after.approveOverHttp) return aboutHttp(after);
  if (name === 'opencode.useProjectSettings' && after.opencode.useProjectSettings)
    return aboutProjectSettings;
  if (name === 'updates.feed' || name === 'updates.publicKey') return aboutUpdates(after);
  if (name === 'languageServers') return aboutServers(before, after);
  if (name === 'backend.pageOrigins') return aboutPages(before, after);
  return null;
}

const aboutListening = (
  { host, port, names, certFile, management }: NonNullable<Settings['listen']>,
  { approveOverHttp }: Settings,
): SettingQuestion => ({
  message: shellText.remoteAccessTitle(visibleText(host), port),
  detail: [
    shellText.remoteAccessConsequence,
    management ? shellText.remoteManagementOn : shellText.remoteManagementOff,
    approveOverHttp && management ? shellText.remoteApprovalOn : shellText.remoteApprovalOff,
    `Certificate: ${visibleText(certFile)}`,
    ...(names.length > 0
      ? [shellText.otherNames(names.map((name) => visibleText(name)).join(', '))]
      : []),
  ].join('\n'),
  yes: shellText.allowRemoteAccess,
});

const aboutHttp = ({ listen }: Settings): SettingQuestion => ({
  message: shellText.httpApprovalTitle,
  detail: [
    shellText.httpApprovalConsequence,
    ...(listen?.management ? [shellText.httpApprovalRemoteNote] : []),
  ].join('\n'),
  yes: shellText.allowHttpApproval,
});

const aboutProjectSettings: SettingQuestion = {
  message: shellText.projectSettingsTitle,
  detail: shellText.projectSettingsConsequence,
  yes: shellText.allowProjectSettings,
};

/** Whoever holds that key can replace Gatehouse. */
function aboutUpdates({ updates: { feed, publicKey } }: Settings): SettingQuestion | null {
  if (feed === null && publicKey === null) return null;
  return {
    message: shellText.updatesTitle,
    detail: [
      shellText.updatesConsequence,
      ...(feed === null ? [] : [shellText.updatesFeed(visibleText(feed))]),
      ...(publicKey === null ? [] : [shellText.updatesKey(publicKey)]),
    ].join('\n'),
    yes: shellText.allowUpdates,
  };
}

function aboutServers(before: Settings, after: Settings): SettingQuestion | null {
  const lines = Object.entries(after.languageServers)
    .filter(([id, argv]) => JSON.stringify(before.languageServers[id]) !== JSON.stringify(argv))
    .map(([id, argv]) => `${id}: ${visibleText(argv.join(' '))}`);
  if (lines.length === 0) return null;
  return {
    message: shellText.startProgramsTitle,
    detail: `${lines.join('\n')}\n\nThey run as you whenever an agent asks about code in that language.`,
    yes: shellText.allowStartPrograms,
  };
}

function aboutPages(before: Settings, after: Settings): SettingQuestion | null {
  const known = before.backend.pageOrigins;
  const added = after.backend.pageOrigins.filter((origin) => !known.includes(origin));
  if (added.length === 0) return null;
  return {
    message: shellText.pageOriginsTitle,
    detail: [...added.map((origin) => visibleText(origin)), shellText.pageOriginsMeaning].join(
      '\n',
    ),
    yes: shellText.allowPageOrigins,
  };
}
