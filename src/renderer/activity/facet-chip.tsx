/** A filter chip: shows the selected values and opens the list of values. */
import { useState } from 'react';
import type { AuditCounts } from '../../shared/ledger/query.ts';
import { isAnswer } from '../../shared/asks/no-answer.ts';
import { bridge } from '../app/bridge.ts';
import { Popover } from '../ui/popover.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import {
  askedOf,
  withoutFacet,
  withValue,
  type ActivityFilter,
  type Facet,
} from './activity-filter.ts';
import { activityText } from './activity-text.ts';

type FacetCount = AuditCounts['actors'];

interface FacetChipProps {
  readonly facet: Facet;
  readonly name: string;
  readonly filter: ActivityFilter;
  onChange(filter: ActivityFilter): void;
  wordOf(value: string): string;
}

export function FacetChip({ facet, name, filter, onChange, wordOf }: FacetChipProps) {
  const [tally, setTally] = useState<FacetCount | null>(null);
  const selected = filter[facet];
  const load = async (): Promise<void> => {
    // Counted as if nothing of this kind were chosen, so that more can be.
    const asked = askedOf(withoutFacet(filter, facet));
    const reply = await bridge.command('activity:counts', asked).catch(() => null);
    setTally(reply !== null && isAnswer(reply) ? reply[facet] : []);
  };
  return (
    <Popover
      name={name}
      buttonClass="chip"
      isSelected={selected.length > 0}
      onOpen={() => void load()}
      button={
        <>
          {name}
          {selected.length > 0 && (
            <span className="chip-values">
              : <VisibleText text={selected.map(wordOf).join(', ')} atMost={40} />
            </span>
          )}
        </>
      }
    >
      <fieldset>
        <legend>{name}</legend>
        {tally === null && <p>{activityText.loading}</p>}
        {tally?.length === 0 && <p>{activityText.noValues}</p>}
        {valuesOf(tally ?? [], selected).map(({ value, count }) => (
          <label key={value} className="facet-value">
            <input
              type="checkbox"
              checked={(selected as readonly string[]).includes(value)}
              onChange={(event) =>
                onChange(withValue(filter, facet, value, event.currentTarget.checked))
              }
            />
            <span>
              <VisibleText text={wordOf(value)} atMost={60} />
            </span>
            <span className="facet-count">{count.toLocaleString()}</span>
          </label>
        ))}
      </fieldset>
      {selected.length > 0 && (
        <button
          type="button"
          className="link-button"
          onClick={() => onChange(withoutFacet(filter, facet))}
        >
          {activityText.any}
        </button>
      )}
    </Popover>
  );
}

/** What is chosen stays in the list, even when nothing fits it any more. */
function valuesOf(tally: FacetCount, selected: readonly string[]): FacetCount {
  const missing = selected.filter((value) => !tally.some((item) => item.value === value));
  return [...tally, ...missing.map((value) => ({ value, count: 0 }))];
}
