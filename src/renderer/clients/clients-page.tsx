/** The clients on this machine: connecting them, and what each can do without Gatehouse. */
import { useState } from 'react';
import type { AgentName } from '../../shared/agents/agent-programs.ts';
import { agentOfClient } from '../../shared/agents/sandbox-runs.ts';
import type { MuteView } from '../../shared/access/remembered.ts';
import type { ClientCard, ClientsView } from '../../shared/integrations/clients.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { canRunInSandbox, RunDialog } from '../agents/run-dialog.tsx';
import { bridge } from '../app/bridge.ts';
import { goTo, say } from '../app/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { ClientCardView } from './client-card.tsx';
import { ConnectSheet } from './connect-sheet.tsx';
import { MutedClients } from './muted-clients.tsx';
import { ManualSetup } from './manual-setup.tsx';
import {
  denyOnlyChoices,
  repairChoices,
  usualChoices,
  type SetupChoices,
} from './setup-request.ts';
import { clientsText, inOrder } from './clients-text.ts';
import { ExposureMap } from './exposure-map.tsx';
import { PastActivity } from './past-activity.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useClients } from './use-clients.ts';
import { fill } from '../ui/fill.ts';

type Opened =
  | { readonly kind: 'connect'; readonly card: ClientCard; readonly choices: SetupChoices }
  | { readonly kind: 'undo'; readonly card: ClientCard }
  | { readonly kind: 'run'; readonly agent: AgentName };

interface ClientsPageProps {
  readonly revision: number;
  readonly mcpUrl: string | null;
  readonly mutes?: readonly MuteView[] | undefined;
  readonly sandbox?: SandboxStatus | undefined;
}

export function ClientsPage({ revision, mcpUrl, mutes, sandbox }: ClientsPageProps) {
  const view = useClients(revision);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  const home = view === null || view === 'failed' ? '' : view.home;
  return (
    <>
      <PageHeader title={clientsText.clients} note={noteOn(view)}>
        <button type="button" className="button" onClick={() => void chooseProject()}>
          {clientsText.chooseAProject}
        </button>
      </PageHeader>
      <div className="page-scroll">
        <MutedClients mutes={mutes} />
        {view === 'failed' && (
          <p className="card empty" role="alert">
            {clientsText.notResponding}
          </p>
        )}
        {view !== null && view !== 'failed' && (
          <Clients
            view={view}
            revision={revision}
            mayRun={canRunInSandbox(sandbox)}
            onOpen={setOpened}
          />
        )}
        <PastActivity home={home} />
        <ManualSetup mcpUrl={mcpUrl} />
      </div>
      {opened?.kind === 'connect' && <ConnectSheet {...opened} home={home} onClose={close} />}
      {opened?.kind === 'undo' && <UndoDialog card={opened.card} home={home} onClose={close} />}
      {opened?.kind === 'run' && (
        <RunDialog agent={opened.agent} folder={null} sandbox={sandbox} onClose={close} />
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
  readonly revision: number;
  /** Whether agents can be started inside the sandbox here. */
  readonly mayRun: boolean;
  onOpen(opened: Opened): void;
}

function Clients({ view: { cards, project, home }, revision, mayRun, onOpen }: ClientsProps) {
  const now = useNow();
  const here = inOrder(cards.filter(({ state }) => state.kind !== 'not-installed'));
  const others = cards.filter(({ state }) => state.kind === 'not-installed');
  const show = (card: ClientCard) => {
    const agent = mayRun && card.found !== null ? agentOfClient(card.id) : null;
    return (
      <li key={card.id}>
        <ClientCardView
          card={card}
          home={home}
          now={now}
          {...(agent === null ? {} : { onRun: () => onOpen({ kind: 'run', agent }) })}
          onConnect={() => onOpen({ kind: 'connect', card, choices: usualChoices(card) })}
          onUndo={() => onOpen({ kind: 'undo', card })}
          onRepair={() => onOpen({ kind: 'connect', card, choices: repairChoices(card) })}
        />
      </li>
    );
  };
  return (
    <>
      {project !== null && (
        <p className="clients-project">
          {fill(clientsText.projectFilesListed, { path: <PathText path={project} /> })}
        </p>
      )}
      {here.length === 0 ? (
        <EmptyState
          icon="clients"
          title={clientsText.noClientFound}
          hint={clientsText.noClientFoundHint}
          action={clientsText.tryTheDemo}
          onAction={() => goTo('inbox')}
        />
      ) : (
        <ul className="client-cards" aria-label={clientsText.installedClients}>
          {here.map(show)}
        </ul>
      )}
      <ExposureMap
        cards={here}
        revision={revision}
        onDeny={(card) => onOpen({ kind: 'connect', card, choices: denyOnlyChoices(card) })}
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
