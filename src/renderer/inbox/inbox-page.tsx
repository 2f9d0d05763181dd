import type { Ask } from '../../shared/asks.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../words/counting.ts';
import { AskCard } from './ask-card.tsx';
import { ConnectGuide } from './connect-guide.tsx';

interface InboxPageProps {
  readonly asks: readonly Ask[];
  readonly mcpUrl: string | null;
}

export function InboxPage({ asks, mcpUrl }: InboxPageProps) {
  const now = useNow(asks.length > 0);
  if (asks.length === 0) {
    return (
      <>
        <PageHeader title="Inbox" note="No agent is waiting for you." />
        <div className="page-scroll">
          <ConnectGuide mcpUrl={mcpUrl} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Inbox" note={`${count(asks.length, 'ask')} waiting for your answer`} />
      <div className="page-scroll">
        <ul className="cards" aria-label="Asks">
          {asks.map((ask) => (
            <AskCard key={ask.askId} ask={ask} now={now} />
          ))}
        </ul>
      </div>
    </>
  );
}
