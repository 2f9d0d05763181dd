import type { AskHistory } from '../../../shared/asks/asks.ts';
import { Icon } from '../../ui/icons.tsx';
import { historyWords } from './frame-text.ts';

interface HistoryLineProps {
  readonly history: AskHistory;
  readonly now: number;
}

export function HistoryLine({ history, now }: HistoryLineProps) {
  return (
    <p className="history-line">
      <Icon name="sessions" /> {historyWords(history, now)}
    </p>
  );
}
