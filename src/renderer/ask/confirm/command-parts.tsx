/** A line of several programs, one below the other: what each does, when the next one runs, and its answer. */
import type { ShownPart } from '../../../shared/asks/asks.ts';
import { isGravePart } from '../../../shared/asks/part-answers.ts';
import { ArgvText } from '../../ui/argv-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { joinWords, numbered, partEffects, partNote, partsText } from './parts-text.ts';
import type { PartAnswer, PartAnswers } from './use-part-answers.ts';

interface CommandPartsProps {
  readonly parts: readonly ShownPart[];
  /** Null where the line is answered as a whole, or only shown. */
  readonly control: PartAnswers | null;
}

export function CommandParts({ parts, control }: CommandPartsProps) {
  return (
    <ol className="command-parts" aria-label={partsText.partsInOrder}>
      {numbered(parts).map(({ part, number }) => {
        const group = control?.groups.findIndex((places) => places.includes(number - 1)) ?? -1;
        const isFirst = control?.groups[group]?.[0] === number - 1;
        const answer = control?.answers[group] ?? null;
        return (
          <li key={number} data-denied={answer === 'deny'}>
            <span className="part-number" aria-hidden="true">
              {number}
            </span>
            <div className="part-words">
              <ArgvText argv={part.argv} part={number} />
              <p
                className="part-effect"
                data-tone={isGravePart(part) ? 'danger' : 'plain'}
                data-read="call"
                data-read-piece={`part ${number}`}
              >
                {isGravePart(part) && <Icon name="warning" />}
                <span>
                  {partEffects(part)}
                  {partNote(part)}
                </span>
              </p>
            </div>
            {control && isFirst && (
              <PartChoice
                number={number}
                answer={answer}
                onAnswer={(next) => control.answer(group, next)}
              />
            )}
            {part.join !== 'none' && (
              <p className="part-join" data-read="call" data-read-piece={`join ${number}`}>
                <b>{part.join}</b> {joinWords[part.join]}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface PartChoiceProps {
  readonly number: number;
  readonly answer: PartAnswer;
  onAnswer(answer: PartAnswer): void;
}

function PartChoice({ number, answer, onAnswer }: PartChoiceProps) {
  return (
    <fieldset className="segments part-choice" aria-label={partsText.answerOf(number)}>
      {(['allow', 'deny'] as const).map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`part-${number}`}
            checked={answer === choice}
            onChange={() => onAnswer(choice)}
          />
          <span>{partsText[choice]}</span>
        </label>
      ))}
    </fieldset>
  );
}
