/** A picture of an ask, for people who have not seen one. Nothing in it can be pressed. */
import { Icon, type IconName } from '../ui/icons.tsx';
import { fill } from '../ui/fill.ts';
import { firstRunText } from './first-run-text.ts';

const rows: readonly (readonly [IconName, string])[] = [
  ['look', firstRunText.sampleRead],
  ['change', firstRunText.sampleEdit],
  ['run', firstRunText.sampleRun],
];

export function SampleAsk({ name }: { readonly name: string }) {
  return (
    <div className="sample-ask" aria-hidden="true">
      <p className="sample-question">
        {fill(firstRunText.sampleQuestion, {
          name: <b>{name}</b>,
          folder: <b>{firstRunText.sampleFolder}</b>,
        })}
      </p>
      <p className="sample-reason">{firstRunText.sampleReason}</p>
      <ul>
        {rows.map(([icon, words]) => (
          <li key={words}>
            <Icon name={icon} /> {words} <span className="sample-switch" />
          </li>
        ))}
      </ul>
      <p className="sample-buttons">
        <span>{firstRunText.sampleAllow}</span>
        <span>{firstRunText.sampleDeny}</span>
      </p>
    </div>
  );
}
