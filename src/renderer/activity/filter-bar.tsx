/** Full text, and one chip for each kind of narrowing. */
import type { KeyboardEvent } from 'react';
import type { Session } from '../../shared/access/access.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';
import { filterId } from '../app/ids.ts';
import { everything, isEverything, type ActivityFilter, type Facet } from './activity-filter.ts';
import { activityText, outcomeWord } from './activity-text.ts';
import { FacetChip } from './facet-chip.tsx';
import { TimeChip } from './time-chip.tsx';

interface FilterBarProps {
  readonly filter: ActivityFilter;
  readonly sessions: readonly Session[];
  onChange(filter: ActivityFilter): void;
}

const same = (value: string): string => value;
const outcomeOf = (value: string): string => outcomeWord[value as EntryOutcome] ?? value;

export function FilterBar({ filter, sessions, onChange }: FilterBarProps) {
  const sessionOf = (value: string): string => {
    const known = sessions.find(({ sessionId }) => sessionId === value);
    return known ? `${known.agent.clientId} ${value.slice(0, 8)}` : value.slice(0, 8);
  };
  const chips: readonly (readonly [Facet, string, (value: string) => string])[] = [
    ['actors', 'Agent', same],
    ['actions', 'Action', same],
    ['outcomes', 'Outcome', outcomeOf],
    ['sessions', 'Session', sessionOf],
  ];
  return (
    <div className="filter-bar" role="search" aria-label={activityText.activity}>
      <TextBox text={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      {chips.map(([facet, name, wordOf]) => (
        <FacetChip key={facet} {...{ facet, name, wordOf, filter, onChange }} />
      ))}
      <TimeChip filter={filter} onChange={onChange} />
      <label className="filter-switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={filter.hidesReads}
          checked={filter.hidesReads}
          onChange={({ currentTarget }) =>
            onChange({ ...filter, hidesReads: currentTarget.checked })
          }
        />
        {activityText.changesAndRefusals}
      </label>
      {!isEverything(filter) && (
        <button type="button" className="link-button" onClick={() => onChange(everything)}>
          {activityText.clear}
        </button>
      )}
    </div>
  );
}

interface TextBoxProps {
  readonly text: string;
  onChange(text: string): void;
}

function TextBox({ text, onChange }: TextBoxProps) {
  const leaveOnEscape = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    if (text === '') event.currentTarget.blur();
    onChange('');
  };
  return (
    <div className="filter">
      <label htmlFor={filterId}>
        {activityText.search} <kbd>/</kbd>
      </label>
      <input
        id={filterId}
        type="search"
        value={text}
        maxLength={500}
        placeholder={activityText.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={leaveOnEscape}
      />
    </div>
  );
}
