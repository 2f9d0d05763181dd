/**
 * Some settings open the house: to the network, to programs that Gatehouse starts, to a yes that
 * no person gave. For these main asks itself, in a dialog of the system that no page can answer.
 */
import { visibleText } from '../../shared/visible-text.ts';
import type { ProgramSetting, SettingName } from '../../shared/setting-change.ts';
import type { Settings } from '../../shared/settings.ts';

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
  if (name === 'listen' && after.listen !== null) return aboutListening(after.listen);
  if (name === 'approveOverHttp' && after.approveOverHttp) return aboutHttp;
  if (name === 'languageServers') return aboutServers(before, after);
  return null;
}

const aboutListening = ({ host, port }: NonNullable<Settings['listen']>): SettingQuestion => ({
  message: `Let other machines reach Gatehouse at ${visibleText(host)}, port ${port}?`,
  detail:
    'From the next start on, every machine that can reach this address can try to log in, over TLS and with a key. It cannot approve anything.',
  yes: 'Open this address',
});

const aboutHttp: SettingQuestion = {
  message: 'Let programs approve access without you?',
  detail:
    'Every program under your user can read the management token, and with it give itself access. Nobody has to be at the screen.',
  yes: 'Let them approve',
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
