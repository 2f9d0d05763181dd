/** The MCP servers behind the gate: what they are, what they say, what may be called. */
import { useState } from 'react';
import type { ServerSpec } from '../../shared/servers/server-commands.ts';
import type { ServersView } from '../../shared/servers/server-views.ts';
import { bridge } from '../app/bridge.ts';
import { say, useMain } from '../app/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FoundServersCard } from './found-servers.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { serverName } from './server-acts.ts';
import { ServerDialog } from './server-dialog.tsx';
import { ServerRow } from './server-row.tsx';
import { serversText } from './servers-text.ts';
import { UnreadableServers } from './unreadable-servers.tsx';
import { useFoundServers, useServers } from './use-servers.ts';

type OpenedDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly name: string; readonly spec: ServerSpec }
  | { readonly kind: 'move' };

interface ServersPageProps {
  readonly revision: number;
  readonly clientsRevision: number;
}

export function ServersPage({ revision, clientsRevision }: ServersPageProps) {
  const view = useServers(revision);
  const found = useFoundServers(`${revision} ${clientsRevision}`);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  // The command palette can lead here to add one.
  const isAdding = useMain((state) => state.isAddingServer);
  const dialog = opened ?? (isAdding ? ({ kind: 'add' } as const) : null);
  const close = (): void => {
    setOpened(null);
    useMain.setState({ isAddingServer: false });
  };
  const edit = async (name: string): Promise<void> => {
    const spec = await bridge.command('servers:spec', { name: serverName(name) }).catch(() => null);
    if (spec === null) say(serversText.gone);
    else setOpened({ kind: 'edit', name, spec });
  };
  const error = errorIn(view);
  return (
    <>
      <PageHeader title={serversText.servers} note={noteOn(view)}>
        {error === null && (
          <button type="button" className="button" onClick={() => setOpened({ kind: 'add' })}>
            <Icon name="plus" /> {serversText.addServer}
          </button>
        )}
      </PageHeader>
      <div className="page-scroll servers-page">
        {found !== null && error === null && (
          <FoundServersCard view={found} onMove={() => setOpened({ kind: 'move' })} />
        )}
        {view === 'failed' && (
          <p className="card empty" role="alert">
            {serversText.notResponding}
          </p>
        )}
        {error !== null && <UnreadableServers error={error} />}
        {view !== null && view !== 'failed' && error === null && (
          <ServerList
            {...{ view, revision, added }}
            onAdd={() => setOpened({ kind: 'add' })}
            onEdit={(name) => void edit(name)}
          />
        )}
      </div>
      {dialog?.kind === 'move' && found !== null && <MoveDialog view={found} onClose={close} />}
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && error === null && (
        <ServerDialog
          edited={dialog.kind === 'edit' ? dialog : null}
          taken={namesIn(view)}
          onDone={(name) => {
            close();
            setAdded([...added, name]);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const errorIn = (view: ServersView | 'failed' | null): string | null =>
  view === null || view === 'failed' ? null : view.error;

const namesIn = (view: ServersView | 'failed' | null): readonly string[] =>
  view === null || view === 'failed' ? [] : view.servers.map(({ name }) => name);

function noteOn(view: ServersView | 'failed' | null): string {
  if (view === null) return serversText.reading;
  if (errorIn(view) !== null) return serversText.unreadableNote;
  return view === 'failed' ? '' : serversText.note(view.servers.length);
}

interface ServerListProps {
  readonly view: ServersView;
  readonly revision: number;
  /** Names of those that were added here: they are open. */
  readonly added: readonly string[];
  onAdd(): void;
  onEdit(name: string): void;
}

function ServerList({ view, revision, added, onAdd, onEdit }: ServerListProps) {
  if (view.servers.length === 0)
    return (
      <EmptyState
        icon="servers"
        title={serversText.emptyTitle}
        hint={serversText.emptyHint}
        action={serversText.emptyAction}
        onAction={onAdd}
      />
    );
  return (
    <section className="card server-list" aria-label={serversText.servers}>
      <div className="server-line server-columns-head" aria-hidden="true">
        <span />
        {serversText.columns.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul>
        {view.servers.map((server) => (
          <li key={server.name}>
            <ServerRow
              {...{ server, view, revision }}
              isAdded={added.includes(server.name)}
              onEdit={() => onEdit(server.name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
