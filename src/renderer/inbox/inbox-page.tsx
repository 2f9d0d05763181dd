import { useState, type ReactNode } from 'react';
import type { Session } from '../../shared/access/access.ts';
import type { ClientCard } from '../../shared/integrations/clients.ts';
import { demoClientName } from '../../shared/integrations/demo.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { ConnectSheet } from '../clients/connect-sheet.tsx';
import { MutedClients } from '../clients/muted-clients.tsx';
import { usualChoices } from '../clients/setup-request.ts';
import { useClients } from '../clients/use-clients.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { UpdateCard } from '../updates/update-card.tsx';
import { useNow } from '../ui/ticker.ts';
import { AskCard } from './ask-card.tsx';
import { EditorCards } from './editor-cards.tsx';
import { FirstRun } from './first-run.tsx';
import { firstRunText } from './first-run-text.ts';
import { hasConnectedClient } from './found-clients.ts';
import { inboxText } from './inbox-text.ts';
import { QuietInbox } from './quiet-inbox.tsx';
import { inboxWords, openChoices, waitingForYou } from './waiting-for-you.ts';

interface InboxPageProps {
  readonly snapshot: Pick<
    Snapshot,
    | 'mutes'
    | 'asks'
    | 'demo'
    | 'pairings'
    | 'editorChoices'
    | 'clientsRevision'
    | 'sandbox'
    | 'sessions'
    | 'update'
    | 'version'
  >;
}

export function InboxPage({ snapshot }: InboxPageProps) {
  const { asks, pairings } = snapshot;
  const now = useNow(asks.length > 0);
  const editors = (
    <>
      <UpdateCard update={snapshot.update} installed={snapshot.version} />
      <MutedClients mutes={snapshot.mutes} />
      <EditorCards pairings={pairings} choices={openChoices(snapshot)} />
    </>
  );
  if (asks.length === 0) return <EmptyInbox snapshot={snapshot}>{editors}</EmptyInbox>;
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

function EmptyInbox({ snapshot, children }: InboxPageProps & { readonly children: ReactNode }) {
  const view = useClients(snapshot.clientsRevision);
  // Kept here, because connecting replaces the introduction below while the sheet shows its result.
  const [opened, setOpened] = useState<ClientCard | null>(null);
  const clients = view === 'failed' ? null : view;
  // A session of a client that was set up by hand also shows that this is no first run.
  const isNew = !hasConnectedClient(clients) && snapshot.sessions.every(isOfDemo);
  const isWelcome = isNew && waitingForYou(snapshot) === 0;
  return (
    <>
      <PageHeader
        title={inboxText.inbox}
        note={isWelcome ? firstRunText.welcomeNote : inboxWords(snapshot)}
      />
      <div className="page-scroll">
        {children}
        {isNew ? (
          <FirstRun
            clients={clients}
            demo={snapshot.demo}
            sandbox={snapshot.sandbox}
            onConnect={setOpened}
          />
        ) : (
          <QuietInbox demo={snapshot.demo} />
        )}
      </div>
      {opened && (
        <ConnectSheet
          card={opened}
          home={clients?.home ?? ''}
          choices={usualChoices(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const isOfDemo = ({ agent }: Session): boolean => agent.clientId === demoClientName;
