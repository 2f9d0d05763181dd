/**
 * Some settings open the house: to the network, to programs that Gatehouse starts, to a yes that
 * no person gave. For these main asks itself, in a dialog of the system that no page can answer.
 */
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { ProgramSetting, SettingName } from '../../../shared/app/setting-change.ts';
import type { Settings } from '../../../shared/app/settings.ts';

export interface SettingQuestion {
  readonly message: string;
  readonly detail: string;
  /** What the button says that goes on. */
  readonly yes: string;
}

/** Null where a click in the window is enough. */
export function questionFor(
  name: SettingName | ProgramSetting,
  before: Settings,
  after: Settings,
): SettingQuestion | null {
  if (name === 'listen' && after.listen !== null) return aboutListening(after.listen, after);
  if (name === 'approveOverHttp' && after.approveOverHttp) return aboutHttp(after);
  if (name === 'opencode.useProjectSettings' && after.opencode.useProjectSettings)
    return aboutProjectSettings;
  if (name === 'languageServers') return aboutServers(before, after);
  return null;
}

const aboutListening = (
  { host, port, names, certFile, management }: NonNullable<Settings['listen']>,
  { approveOverHttp }: Settings,
): SettingQuestion => ({
  message: `Let other machines reach Gatehouse at ${visibleText(host)}, port ${port}?`,
  detail: [
    'After the next start, every machine that can reach this address can try to connect, over TLS and with a key.',
    management
      ? 'The management API is available there: anyone with the management token can list and revoke sessions and create client keys from other machines.'
      : 'The management API is not available there.',
    approveOverHttp && management
      ? 'Approving over HTTP is on: anyone with the management token can also approve access from there.'
      : 'Nothing can be approved from there.',
    `Certificate: ${visibleText(certFile)}`,
    ...(names.length > 0
      ? [`Also called: ${names.map((name) => visibleText(name)).join(', ')}`]
      : []),
  ].join('\n'),
  yes: 'Open this address',
});

const aboutHttp = ({ listen }: Settings): SettingQuestion => ({
  message: 'Let programs approve access without you?',
  detail: [
    'Any program running as your user can read the management token and give itself access, without anyone at the screen.',
    ...(listen?.management
      ? ['Remote access is on: with the token this also works from other machines.']
      : []),
  ].join('\n'),
  yes: 'Let them approve',
});

const aboutProjectSettings: SettingQuestion = {
  message: 'Let OpenCode use the settings in your projects?',
  detail:
    'They can name programs that OpenCode starts as you, without asking. Anyone who can write to a project, including an agent, can change them.',
  yes: 'Use them',
};

function aboutServers(before: Settings, after: Settings): SettingQuestion | null {
  const lines = Object.entries(after.languageServers)
    .filter(([id, argv]) => JSON.stringify(before.languageServers[id]) !== JSON.stringify(argv))
    .map(([id, argv]) => `${id}: ${visibleText(argv.join(' '))}`);
  if (lines.length === 0) return null;
  return {
    message: 'Let Gatehouse start these programs?',
    detail: `${lines.join('\n')}\n\nThey run as you whenever an agent asks about code in that language.`,
    yes: 'Start them when needed',
  };
}
