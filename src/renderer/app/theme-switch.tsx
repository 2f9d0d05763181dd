import type { Settings } from '../../shared/app/settings.ts';
import { changeSetting } from './commands.ts';
import { say } from './store.ts';
import { appText } from './app-text.ts';

type Theme = Settings['theme'];

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const setTheme = async (theme: Theme): Promise<void> =>
  say(await changeSetting({ name: 'theme', value: theme }));

interface ThemeSwitchProps {
  readonly theme: Theme;
  /** Two switches in one page are two groups of buttons. */
  readonly group?: string;
}

export function ThemeSwitch({ theme, group = 'theme' }: ThemeSwitchProps) {
  return (
    <fieldset className="theme-switch">
      <legend className="foot-label">{appText.theme}</legend>
      {themes.map(([name, word]) => (
        <label key={name}>
          <input
            type="radio"
            name={group}
            checked={theme === name}
            onChange={() => void setTheme(name)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
