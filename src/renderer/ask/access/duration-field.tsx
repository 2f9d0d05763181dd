import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { Icon } from '../../ui/icons.tsx';
import { endTime, spanWords } from '../../text/times.ts';
import { durationChoices, longestFor, secondsOfMinutes } from './duration-choices.ts';
import type { ChoiceControls } from './use-selection.ts';

interface DurationFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
  readonly now: number;
}

export function DurationField({ ask, controls, now }: DurationFieldProps) {
  const { choice, chooseLifetime } = controls;
  const [isCustom, setCustom] = useState(false);
  const longest = longestFor(ask.agent);
  return (
    <section className="ask-section" aria-labelledby="duration-title">
      <div className="ask-section-head">
        <h2 id="duration-title">Duration</h2>
        <span className="ask-section-note">requested {spanWords(ask.requestedSeconds)}</span>
      </div>
      <div className="duration-choices" role="radiogroup" aria-labelledby="duration-title">
        {durationChoices(ask.requestedSeconds, longest).map(({ seconds, once, label, note }) => (
          <label key={label} className="tick duration-tick">
            <input
              type="radio"
              name="duration"
              checked={!isCustom && choice.once === once && choice.seconds === seconds}
              onChange={() => {
                setCustom(false);
                chooseLifetime({ seconds, once });
              }}
            />
            <span className="duration-label">{label}</span>
            <span className="duration-end" data-noted={note !== null}>
              {once ? note : `until ${endTime(now + seconds * 1000, now)}`}
              {!once && note !== null && ` · ${note}`}
            </span>
          </label>
        ))}
        <CustomDuration
          {...{ isCustom, longest, seconds: choice.seconds, now }}
          chooseSeconds={(seconds) => chooseLifetime({ seconds, once: false })}
          onChosen={() => setCustom(true)}
        />
      </div>
      {ask.agent.verified === null && (
        <p className="duration-note">
          <Icon name="question" /> Gatehouse couldn't identify the calling program, so the limit is
          15 minutes.
        </p>
      )}
    </section>
  );
}

interface CustomDurationProps {
  readonly isCustom: boolean;
  readonly longest: number;
  readonly seconds: number;
  readonly now: number;
  chooseSeconds(seconds: number): void;
  onChosen(): void;
}

function CustomDuration(props: CustomDurationProps) {
  const { isCustom, longest, seconds, now, chooseSeconds, onChosen } = props;
  const [minutes, setMinutes] = useState('');
  const choose = (text: string): void => {
    setMinutes(text);
    onChosen();
    chooseSeconds(secondsOfMinutes(text, longest) ?? seconds);
  };
  return (
    <div className="tick duration-tick">
      <input
        type="radio"
        name="duration"
        aria-label="Custom"
        checked={isCustom}
        onChange={() => choose(minutes === '' ? `${Math.round(seconds / 60)}` : minutes)}
      />
      <label className="duration-label duration-custom">
        Custom:
        <input
          type="number"
          min={1}
          max={longest / 60}
          value={minutes}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        min
      </label>
      <span className="duration-end">
        {isCustom ? `until ${endTime(now + seconds * 1000, now)}` : `1 to ${longest / 60} min`}
      </span>
    </div>
  );
}
