import { Menu } from '../ui/menu.tsx';
import { spanOfWords } from '../text/time-range.ts';
import { withTime, type ActivityFilter } from './activity-filter.ts';
import { activityText } from './activity-text.ts';

const hour = 3_600_000;
const spans: readonly (readonly [name: string, ms: number])[] = [
  [activityText.lastHour, hour],
  [activityText.last24Hours, 24 * hour],
  [activityText.last7Days, 7 * 24 * hour],
  [activityText.last30Days, 30 * 24 * hour],
];

interface TimeChipProps {
  readonly filter: ActivityFilter;
  onChange(filter: ActivityFilter): void;
}

export function TimeChip({ filter, onChange }: TimeChipProps) {
  const isSelected = filter.since !== null || filter.until !== null;
  const choose = (since: number | null): void => onChange(withTime(filter, since, null));
  return (
    <Menu
      buttonClass="chip"
      isSelected={isSelected}
      button={
        <>
          {activityText.time}
          {isSelected && (
            <span className="chip-values">: {spanOfWords(filter.since, filter.until)}</span>
          )}
        </>
      }
      choices={[
        { words: activityText.anyTime, onChoose: () => choose(null) },
        ...spans.map(([words, ms]) => ({ words, onChoose: () => choose(Date.now() - ms) })),
      ]}
      note={activityText.dragHint}
    />
  );
}
