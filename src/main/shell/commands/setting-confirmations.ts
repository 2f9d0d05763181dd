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
    'From the next start on, every machine that can reach this address can try to log in, over TLS and with a key.',
    management
      ? 'The management API is on there: whoever has the management token can list and revoke sessions and create client keys from other machines.'
      : 'The management API is off there.',
    approveOverHttp && management
      ? 'Approving over HTTP is on: whoever has the management token can approve access from there, too.'
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
    'Every program under your user can read the management token, and with it give itself access. Nobody has to be at the screen.',
    ...(listen?.management
      ? ['The second address is set: with the token it works from there, too.']
      : []),
  ].join('\n'),
  yes: 'Let them approve',
});

const aboutProjectSettings: SettingQuestion = {
  message: 'Let OpenCode use the settings of your projects?',
  detail:
    'They can name programs that OpenCode starts as you, without an ask. Whoever can write in a project, an agent too, can change them.',
  yes: 'Use them',
};

function aboutServers(before: Settings, after: Settings): SettingQuestion | null {
  const lines = Object.entries(after.languageServers)
    .filter(([id, argv]) => JSON.stringify(before.languageServers[id]) !== JSON.stringify(argv))
    .map(([id, argv]) => `${id}: ${visibleText(argv.join(' '))}`);
  if (lines.length === 0) return null;
  return {
    message: 'Let Gatehouse start these programs?',
    detail: `${lines.join('\n')}\n\nThey run as you, whenever an agent wants to know about code in that language.`,
    yes: 'Start them when needed',
  };
}
