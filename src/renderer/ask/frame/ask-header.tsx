import type { Ask } from '../../../shared/asks/asks.ts';
import { AskSentenceLine } from '../../ui/ask-sentence-line.tsx';
import { Icon } from '../../ui/icons.tsx';
import { frameText } from './frame-text.ts';

interface AskHeaderProps {
  readonly ask: Ask;
  readonly moreWaiting: number;
}

export function AskHeader({ ask, moreWaiting }: AskHeaderProps) {
  return (
    <header className="ask-header" data-read-cover="">
      <p className="ask-brand">
        <Icon name="mark" /> <span className="ask-brand-name">{frameText.gatehouse}</span>
        <span className="ask-more" role="status">
          {moreWaiting > 0 && frameText.moreWaiting(moreWaiting)}
        </span>
      </p>
      <h1 id="ask-sentence" data-read="sentence">
        <AskSentenceLine ask={ask} />
      </h1>
    </header>
  );
}
