import type { Snapshot } from '../../shared/ipc.ts';
import { setTheme } from './commands.ts';

type Theme = Snapshot['theme'];

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  return (
    <fieldset className="theme-switch">
      <legend className="foot-label">Theme</legend>
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
