/** One server of the list: a line, and its details when it is open. */
import { useId, useState } from 'react';
import type { McpServerView, ServersView } from '../../shared/servers/server-views.ts';
import { ClientBadge } from '../clients/client-badge.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { act, serverName } from './server-acts.ts';
import { ServerDetailsPanel } from './server-details.tsx';
import { serversText, stateTag, type ServerTone } from './servers-text.ts';

interface ServerRowProps {
  readonly server: McpServerView;
  readonly view: ServersView;
  readonly revision: number;
  readonly isAdded: boolean;
  onEdit(): void;
}

const mostBadges = 4;

export function ServerRow({ server, view, revision, isAdded, onEdit }: ServerRowProps) {
  // Something waits for the user there; it stays open once that is done.
  const [isOpen, setOpen] = useState(isAdded || server.unreviewed > 0);
  const title = useId();
  const { name, address, account, tools, clients } = server;
  return (
    <article
      className="server"
      tabIndex={-1}
      data-list-item={name}
      data-open={isOpen}
      aria-labelledby={title}
    >
      <div className="server-line">
        <button
          type="button"
          className="icon-button expand-button"
          aria-expanded={isOpen}
          aria-label={serversText.showDetails(name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </button>
        <div className="server-name">
          <h2 id={title}>{name}</h2>
          <p className="server-meaning" title={address}>
            <VisibleText text={address} atMost={200} command />
            {account !== null && ` · ${serversText.signedInAs(account)}`}
          </p>
        </div>
        <span className="server-tools">
          <span aria-hidden="true">{tools ?? serversText.toolsUnknown}</span>
          <span className="only-spoken">{serversText.toolsSpoken(tools)}</span>
        </span>
        <span className="server-users">
          <span className="only-spoken">{serversText.usedBySpoken(clients)}</span>
          {clients.slice(0, mostBadges).map((client) => (
            <span key={client} title={client}>
              <ClientBadge name={client} />
            </span>
          ))}
        </span>
        <ServerStateCell server={server} />
      </div>
      {isOpen && <ServerDetailsPanel {...{ server, view, revision, onEdit }} />}
    </article>
  );
}

const toneIcons: Readonly<Record<ServerTone, IconName>> = {
  ...{ good: 'shield', plain: 'globe', warning: 'warning', danger: 'stop' },
};

function ServerStateCell({ server }: Pick<ServerRowProps, 'server'>) {
  if (server.isEnabled && server.state.kind === 'needs-login')
    return (
      <span className="server-state">
        <button
          type="button"
          className="button"
          aria-label={serversText.signInTo(server.name)}
          onClick={() => void act('servers:login', { name: serverName(server.name) })}
        >
          {serversText.signIn}
        </button>
      </span>
    );
  const { tone, word, note } = stateTag(server);
  return (
    <span className="server-state" title={server.state.why}>
      <span className="server-tag" data-tone={tone}>
        <Icon name={server.isEnabled ? toneIcons[tone] : 'pause'} /> {word}
      </span>
      {note !== '' && <span className="server-meaning">{note}</span>}
    </span>
  );
}
