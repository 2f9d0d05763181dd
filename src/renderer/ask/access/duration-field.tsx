import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { Icon } from '../../ui/icons.tsx';
import { endTime, spanWords } from '../../text/times.ts';
import { durationChoices, longestFor, secondsOfMinutes } from './duration-choices.ts';
import type { ChoiceControls } from './use-selection.ts';
import { accessText } from './access-text.ts';
import { fill } from '../../ui/fill.ts';

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
        <h2 id="duration-title">{accessText.duration}</h2>
        <span className="ask-section-note">
          {accessText.requested(spanWords(ask.requestedSeconds))}
        </span>
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
              {once ? note : accessText.until(endTime(now + seconds * 1000, now))}
              {!once && note !== null && ` · ${note}`}
            </span>
          </label>
        ))}
        <CustomDuration
          {...{ isCustom, longest, seconds: choice.seconds, now }}
          chooseSeconds={(seconds) => chooseLifetime({ seconds, once: false })}
          onSelect={() => setCustom(true)}
        />
      </div>
      {ask.agent.verified === null && (
        <p className="duration-note">
          <Icon name="question" /> {accessText.gatehouseCouldntIdentifyTheCalling}
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
  onSelect(): void;
}

function CustomDuration(props: CustomDurationProps) {
  const { isCustom, longest, seconds, now, chooseSeconds, onSelect } = props;
  const [minutes, setMinutes] = useState('');
  const choose = (text: string): void => {
    setMinutes(text);
    onSelect();
    chooseSeconds(secondsOfMinutes(text, longest) ?? seconds);
  };
  return (
    <div className="tick duration-tick">
      <input
        type="radio"
        name="duration"
        aria-label={accessText.custom}
        checked={isCustom}
        onChange={() => choose(minutes === '' ? `${Math.round(seconds / 60)}` : minutes)}
      />
      <label className="duration-label duration-custom">
        {fill(accessText.customMin, {
          minutes: (
            <input
              type="number"
              min={1}
              max={longest / 60}
              value={minutes}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          ),
        })}
      </label>
      <span className="duration-end">
        {isCustom
          ? accessText.until(endTime(now + seconds * 1000, now))
          : accessText.n1ToMin(longest / 60)}
      </span>
    </div>
  );
}
