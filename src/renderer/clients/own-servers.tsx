/** Clients that start MCP servers by themselves: nobody asks about these, and nothing records them. */
import { goToTitle } from '../app/store.ts';
import { listed } from '../text/counting.ts';
import { useFoundServers } from '../servers/use-servers.ts';
import { fill } from '../ui/fill.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { clientsText } from './clients-text.ts';

export function OwnServers({ revision }: { readonly revision: number }) {
  const view = useFoundServers(String(revision));
  const found = view?.found ?? [];
  if (found.length === 0) return null;
  const clients = [
    ...new Set(found.flatMap(({ sources }) => sources.map(({ clientName }) => clientName))),
  ];
  return (
    <div className="own-servers">
      <ul className="client-notes" aria-label={clientsText.ownServers}>
        {clients.map((client) => (
          <li key={client}>
            {fill(clientsText.startsOwnServers, {
              client: <b>{client}</b>,
              servers: listed(
                found
                  .filter(({ sources }) => sources.some(({ clientName }) => clientName === client))
                  .map(({ entry }) => visibleText(entry)),
              ),
            })}
          </li>
        ))}
      </ul>
      <button type="button" className="link-button" onClick={() => goToTitle('servers')}>
        {clientsText.moveOwnServers}
      </button>
    </div>
  );
}
