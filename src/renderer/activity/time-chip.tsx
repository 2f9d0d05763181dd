import { Menu } from '../ui/menu.tsx';
import { spanOfWords } from '../text/time-range.ts';
import { withTime, type ActivityFilter } from './activity-filter.ts';

const hour = 3_600_000;
const spans: readonly (readonly [name: string, ms: number])[] = [
  ['Last hour', hour],
  ['Last 24 hours', 24 * hour],
  ['Last 7 days', 7 * 24 * hour],
  ['Last 30 days', 30 * 24 * hour],
];

interface TimeChipProps {
  readonly filter: ActivityFilter;
  onChange(filter: ActivityFilter): void;
}

export function TimeChip({ filter, onChange }: TimeChipProps) {
  const isChosen = filter.since !== null || filter.until !== null;
  const choose = (since: number | null): void => onChange(withTime(filter, since, null));
  return (
    <Menu
      buttonClass="chip"
      isChosen={isChosen}
      button={
        <>
          Time
          {isChosen && (
            <span className="chip-values">: {spanOfWords(filter.since, filter.until)}</span>
          )}
        </>
      }
      choices={[
        { words: 'Any time', onChoose: () => choose(null) },
        ...spans.map(([words, ms]) => ({ words, onChoose: () => choose(Date.now() - ms) })),
      ]}
      note="Or drag across the chart below."
    />
  );
}
