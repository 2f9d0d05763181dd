import type { AccessAsk } from '../../shared/access.ts';
import { endTime, spanWords } from '../words/times.ts';
import { durationChoices } from './duration-choices.ts';
import type { ChoiceControls } from './use-choice.ts';

interface DurationFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
  readonly now: number;
}

export function DurationField({ ask, controls, now }: DurationFieldProps) {
  const { choice, chooseSeconds } = controls;
  return (
    <section className="ask-section" aria-labelledby="duration-title">
      <div className="ask-section-head">
        <h2 id="duration-title">For how long</h2>
        <span className="ask-section-note">asked for {spanWords(ask.requestedSeconds)}</span>
      </div>
      <div className="duration-choices" role="radiogroup" aria-labelledby="duration-title">
        {durationChoices(ask.requestedSeconds).map(({ seconds, label, note }) => (
          <label key={seconds} className="tick duration-tick">
            <input
              type="radio"
              name="duration"
              checked={choice.seconds === seconds}
              onChange={() => chooseSeconds(seconds)}
            />
            <span className="duration-label">{label}</span>
            <span className="duration-end" data-noted={note !== null}>
              until {endTime(now + seconds * 1000, now)}
              {note !== null && ` · ${note}`}
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}
