/** For how long, as one choice of a few. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { Icon } from '../../ui/icons.tsx';
import { accessText } from './access-text.ts';
import { durationChoices, longestFor } from './duration-choices.ts';
import type { ChoiceControls } from './use-selection.ts';

interface DurationFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
}

export function DurationField({ ask, controls }: DurationFieldProps) {
  const { choice, chooseLifetime } = controls;
  return (
    <>
      <fieldset className="segments" aria-label={accessText.duration}>
        {durationChoices(ask.requestedSeconds, longestFor(ask.agent)).map(
          ({ seconds, once, label, note }) => (
            <label key={label} title={note ?? undefined}>
              <input
                type="radio"
                name="duration"
                checked={choice.once === once && choice.seconds === seconds}
                onChange={() => chooseLifetime({ seconds, once })}
              />
              <span>{label}</span>
            </label>
          ),
        )}
      </fieldset>
      {ask.agent.verified === null && (
        <p className="duration-note">
          <Icon name="question" /> {accessText.callingProgramUnknown}
        </p>
      )}
    </>
  );
}
