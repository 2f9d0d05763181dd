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

export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  return (
    <fieldset className="theme-switch">
      <legend className="foot-label">{appText.theme}</legend>
      {themes.map(([name, word]) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            checked={theme === name}
            onChange={() => void setTheme(name)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
