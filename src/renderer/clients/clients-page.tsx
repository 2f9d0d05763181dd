/** The programs agents live in: connected by a click, with what each may do without us. */
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
import { inOrder } from './client-words.ts';
import { ExposureMap } from './exposure-map.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useClients } from './use-clients.ts';

type Opened =
  | { readonly kind: 'change'; readonly card: ClientCard; readonly purpose: ClientPurpose }
  | { readonly kind: 'undo'; readonly card: ClientCard; readonly change: WrittenChange };

export function ClientsPage({ revision }: { readonly revision: number }) {
  const view = useClients(revision);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <>
      <PageHeader title="Clients" note={noteOn(view)}>
        <button type="button" className="button" onClick={() => void chooseProject()}>
          Choose a project…
        </button>
      </PageHeader>
      <div className="page-scroll">
        {view === 'failed' && (
          <p className="card empty" role="alert">
            Gatehouse is not responding. Close this window and open it again.
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
  if (view === null) return 'Checking what is installed…';
  if (view === 'failed') return '';
  const here = view.cards.filter(({ state }) => state.kind !== 'not-installed').length;
  const connected = view.cards.filter(({ state }) => state.kind === 'connected').length;
  return `${count(here, 'client')} found, ${connected} connected`;
}

async function chooseProject(): Promise<void> {
  const { chosen } = await bridge
    .command('clients:choose-project')
    .catch(() => ({ chosen: false }));
  if (chosen) say('Settings files of that project are listed too.');
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
          Settings files in <PathText path={project} /> are listed too.
        </p>
      )}
      {here.length === 0 ? (
        <p className="card empty">
          No client was found on this machine. Install one, such as OpenCode, Claude Code or Codex,
          and it appears here.
        </p>
      ) : (
        <ul className="client-cards" aria-label="Clients on this machine">
          {here.map(show)}
        </ul>
      )}
      <ExposureMap
        cards={here}
        onDeny={(card) => onOpen({ kind: 'change', card, purpose: 'deny' })}
      />
      {others.length > 0 && (
        <details className="other-clients">
          <summary>{count(others.length, 'client')} not installed</summary>
          <ul className="client-cards" aria-label="Clients that are not installed">
            {others.map(show)}
          </ul>
        </details>
      )}
    </>
  );
}
