import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { AskCard } from './ask-card.tsx';
import { ConnectGuide } from './connect-guide.tsx';
import { EditorCards } from './editor-cards.tsx';
import { inboxWords, openChoices } from './waiting-for-you.ts';
import { inboxText } from './inbox-text.ts';

interface InboxPageProps {
  readonly snapshot: Pick<Snapshot, 'asks' | 'mcpUrl' | 'demo' | 'pairings' | 'editorChoices'>;
}

export function InboxPage({ snapshot }: InboxPageProps) {
  const { asks, mcpUrl, pairings, demo } = snapshot;
  const now = useNow(asks.length > 0);
  const editors = <EditorCards pairings={pairings} choices={openChoices(snapshot)} />;
  if (asks.length === 0) {
    return (
      <>
        <PageHeader title={inboxText.inbox} note={inboxWords(snapshot)} />
        <div className="page-scroll">
          {editors}
          <ConnectGuide mcpUrl={mcpUrl} demo={demo} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title={inboxText.inbox} note={inboxWords(snapshot)} />
      <div className="page-scroll">
        {editors}
        <ul className="cards" aria-label={inboxText.asks}>
          {asks.map((ask) => (
            <AskCard key={ask.askId} ask={ask} now={now} />
          ))}
        </ul>
      </div>
    </>
  );
}
