/** The clients on this machine: connecting them, and what each can do without Gatehouse. */
import { useState } from 'react';
import type {
  ClientCard,
  ClientPurpose,
  ClientsView,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ClientCardView } from './client-card.tsx';
import { clientsText, inOrder } from './clients-text.ts';
import { ExposureMap } from './exposure-map.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useClients } from './use-clients.ts';
import { fill } from '../ui/fill.ts';

type Opened =
  | { readonly kind: 'change'; readonly card: ClientCard; readonly purpose: ClientPurpose }
  | { readonly kind: 'undo'; readonly card: ClientCard; readonly change: WrittenChange };

export function ClientsPage({ revision }: { readonly revision: number }) {
  const view = useClients(revision);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <>
      <PageHeader title={clientsText.clients} note={noteOn(view)}>
        <button type="button" className="button" onClick={() => void chooseProject()}>
          {clientsText.chooseAProject}
        </button>
      </PageHeader>
      <div className="page-scroll">
        {view === 'failed' && (
          <p className="card empty" role="alert">
            {clientsText.notResponding}
          </p>
        )}
        {view !== null && view !== 'failed' && <Clients view={view} onOpen={setOpened} />}
      </div>
      {opened?.kind === 'change' && (
        <ChangeDialog card={opened.card} purpose={opened.purpose} onClose={close} />
      )}
      {opened?.kind === 'undo' && (
        <UndoDialog card={opened.card} change={opened.change} onClose={close} />
      )}
    </>
  );
}

function noteOn(view: ClientsView | 'failed' | null): string {
  if (view === null) return clientsText.checkingWhatIsInstalled;
  if (view === 'failed') return '';
  const here = view.cards.filter(({ state }) => state.kind !== 'not-installed').length;
  const connected = view.cards.filter(({ state }) => state.kind === 'connected').length;
  return `${count(here, 'client')} found, ${connected} connected`;
}

async function chooseProject(): Promise<void> {
  const { selected } = await bridge
    .command('clients:choose-project')
    .catch(() => ({ selected: false }));
  if (selected) say(clientsText.projectFilesAdded);
}

interface ClientsProps {
  readonly view: ClientsView;
  onOpen(opened: Opened): void;
}

function Clients({ view: { cards, project }, onOpen }: ClientsProps) {
  const now = useNow();
  const here = inOrder(cards.filter(({ state }) => state.kind !== 'not-installed'));
  const others = cards.filter(({ state }) => state.kind === 'not-installed');
  const show = (card: ClientCard) => (
    <li key={card.id}>
      <ClientCardView
        card={card}
        now={now}
        onChange={(purpose) => onOpen({ kind: 'change', card, purpose })}
        onUndo={(change) => onOpen({ kind: 'undo', card, change })}
      />
    </li>
  );
  return (
    <>
      {project !== null && (
        <p className="clients-project">
          {fill(clientsText.projectFilesListed, { path: <PathText path={project} /> })}
        </p>
      )}
      {here.length === 0 ? (
        <p className="card empty">{clientsText.noClientFound}</p>
      ) : (
        <ul className="client-cards" aria-label={clientsText.installedClients}>
          {here.map(show)}
        </ul>
      )}
      <ExposureMap
        cards={here}
        onDeny={(card) => onOpen({ kind: 'change', card, purpose: 'deny' })}
      />
      {others.length > 0 && (
        <details className="other-clients">
          <summary>{clientsText.notInstalledCount(count(others.length, 'client'))}</summary>
          <ul className="client-cards" aria-label={clientsText.notInstalledClients}>
            {others.map(show)}
          </ul>
        </details>
      )}
    </>
  );
}
