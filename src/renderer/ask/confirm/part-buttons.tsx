/** The answers to a line of several programs. The button says which parts run. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import { partsLabel, partsText } from './parts-text.ts';
import type { PartAnswers } from './use-part-answers.ts';

interface PartButtonsProps {
  readonly ask: ConfirmAsk;
  readonly parts: PartAnswers;
  /** For all that is allowed, and for what needs no name typed. */
  readonly allowing: Allowing;
  readonly allowingHarmless: Allowing;
}

export function PartButtons({ ask, parts, allowing, allowingHarmless }: PartButtonsProps) {
  const total = ask.command?.parts?.length ?? 0;
  const { allowed, hasUnanswered, hasDenied, isGrave } = parts;
  const some = { kind: 'once' as const, parts: [...allowed] };
  if (hasUnanswered)
    return (
      <>
        <AllowButton
          allowing={{ ...allowing, obstacle: partsText.answerFirst }}
          answer={{ kind: 'once' }}
        >
          {partsText.runAll(total)}
        </AllowButton>
        {allowed.length > 0 && (
          <AllowButton allowing={allowingHarmless} answer={some} rank="second">
            {partsLabel(allowed)}
          </AllowButton>
        )}
      </>
    );
  if (!hasDenied)
    return (
      <AllowButton
        allowing={allowing}
        answer={{ kind: 'once' }}
        rank={isGrave ? 'destroy' : 'first'}
      >
        {partsText.runAll(total)}
      </AllowButton>
    );
  if (allowed.length === 0) return null;
  return (
    <AllowButton
      allowing={isGrave ? allowing : allowingHarmless}
      answer={some}
      rank={isGrave ? 'destroy' : 'first'}
    >
      {partsLabel(allowed)}
    </AllowButton>
  );
}
