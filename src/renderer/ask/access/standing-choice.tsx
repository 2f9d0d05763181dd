/** "Start without asking here", offered for what was granted before; else whether to remember it. */
import { useId, useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { standingDays, type StandingTerms } from '../../../shared/access/remembered.ts';
import { useFitAfter } from '../frame/use-fit-after.ts';
import type { GrantSelection } from './access-text.ts';
import { againText, placeWords, standingSpans, whyNoStanding } from './again-text.ts';

/** What the answer says about later requests. */
export interface FutureTerms {
  readonly standing?: StandingTerms;
  readonly forget?: true;
}

export interface FutureTermsChoice {
  readonly terms: FutureTerms;
  readonly isStanding: boolean;
  readonly days: number | null;
  readonly isForgotten: boolean;
  setStanding(isOn: boolean): void;
  setDays(days: number | null): void;
  setForgotten(isOn: boolean): void;
}

export function useLaterChoice({ lastTime }: AccessAsk, choice: GrantSelection): FutureTermsChoice {
  const [wantsStanding, setStanding] = useState(false);
  const [days, setDays] = useState<number | null>(standingDays);
  const [wantsForgotten, setForgotten] = useState(false);
  const isOffered = lastTime !== undefined && whyNoStanding(lastTime, choice) === null;
  const isStanding = isOffered && wantsStanding && !choice.once;
  const isForgotten = wantsForgotten && !isStanding;
  return {
    terms: {
      ...(isStanding ? { standing: { days } } : {}),
      ...(isForgotten ? { forget: true } : {}),
    },
    ...{ isStanding, days, isForgotten, setStanding, setDays, setForgotten },
  };
}

interface StandingChoiceProps {
  readonly ask: AccessAsk;
  readonly choice: GrantSelection;
  readonly later: FutureTermsChoice;
}

export function StandingChoice({ ask, choice, later }: StandingChoiceProps) {
  const { lastTime, isRemembered } = ask;
  if (!isRemembered || choice.once) return null;
  if (!lastTime) return <RememberChoice ask={ask} later={later} />;
  const why = whyNoStanding(lastTime, choice);
  if (why !== null) return <p className="again-note">{why}</p>;
  return <DaysChoice ask={ask} later={later} />;
}

type OwnChoiceProps = Omit<StandingChoiceProps, 'choice'>;

function DaysChoice({ ask, later }: OwnChoiceProps) {
  const id = useId();
  useFitAfter(ask, later.isStanding);
  return (
    <p className="again-check">
      <input
        id={id}
        type="checkbox"
        checked={later.isStanding}
        onChange={() => later.setStanding(!later.isStanding)}
      />
      <label htmlFor={id}>{againText.startWithoutAsking(placeWords(ask))}</label>
      {later.isStanding && <DaysSelect later={later} />}
    </p>
  );
}

const DaysSelect = ({ later }: Pick<OwnChoiceProps, 'later'>) => (
  <>
    {againText.forDays}
    <select
      aria-label={againText.forHowManyDays}
      value={String(later.days)}
      onChange={({ currentTarget: { value } }) =>
        later.setDays(value === 'null' ? null : Number(value))
      }
    >
      {standingSpans.map(({ days, label }) => (
        <option key={label} value={String(days)}>
          {label}
        </option>
      ))}
    </select>
  </>
);

const RememberChoice = ({ ask, later }: OwnChoiceProps) => (
  <label className="again-check">
    <input
      type="checkbox"
      checked={!later.isForgotten}
      onChange={() => later.setForgotten(!later.isForgotten)}
    />
    <span>{againText.remember(placeWords(ask))}</span>
  </label>
);
