import type { ClientId } from '../../shared/base/ids.ts';
import type { McpServerView } from '../../shared/servers/server-views.ts';
import { Fact } from '../ui/fact.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ago } from '../text/times.ts';
import { act, serverName } from './server-acts.ts';
import { ClientTicks } from './client-ticks.tsx';
import { isolationWords, serversText } from './servers-text.ts';

interface ServerFactsProps {
  readonly server: McpServerView;
  readonly clients: readonly ClientId[];
  readonly isOverBudget: number | null;
}

export function ServerFacts({ server, clients, isOverBudget: budget }: ServerFactsProps) {
  const now = useNow();
  const { name, state, isolation, lastUsedAt, tokens } = server;
  return (
    <dl className="facts server-facts" aria-label={serversText.factsOf(name)}>
      <Fact name={serversText.state}>
        <VisibleText text={[state.why, state.hint ?? ''].join(' ').trim()} prose />
      </Fact>
      <Fact name={serversText.isolation}>{isolationWords(isolation)}</Fact>
      {server.kind === 'stdio' && <Reach server={server} />}
      <Fact name={serversText.lastUse}>
        {lastUsedAt === null ? serversText.never : ago(now - lastUsedAt)}
      </Fact>
      {tokens !== null && (
        <Fact name={serversText.context}>
          {serversText.tokens(tokens)}
          {budget !== null && <p className="server-meaning">{serversText.overBudget(budget)}</p>}
        </Fact>
      )}
      <Fact name={serversText.visibleTo}>
        <ClientTicks
          clients={clients}
          hiddenFrom={server.hiddenFrom}
          labelOf={(client) => serversText.visibleToClient(name, client)}
          onChange={(client, isVisible) =>
            void act('servers:set-visible', {
              ...{ name: serverName(name), tool: null, client, isVisible },
            })
          }
        />
      </Fact>
    </dl>
  );
}

/** Of a server that runs here. */
function Reach({ server }: Pick<ServerFactsProps, 'server'>) {
  const { folders, hosts, processes, clients, memoryBytes, isolation } = server;
  return (
    <>
      {isolation.kind === 'sandboxed' && (
        <>
          <Fact name={serversText.folders}>
            {folders.length === 0
              ? serversText.none
              : folders.map((folder) => (
                  <div key={folder}>
                    <PathText path={folder} />
                  </div>
                ))}
          </Fact>
          <Fact name={serversText.network}>
            {hosts.length === 0 ? serversText.none : hosts.join(', ')}
          </Fact>
        </>
      )}
      <Fact name={serversText.process}>{serversText.processes(processes, clients.length)}</Fact>
      {processes > 0 && (
        <Fact name={serversText.memory}>
          {memoryBytes === null ? serversText.memoryUnknown : serversText.megabytes(memoryBytes)}
        </Fact>
      )}
    </>
  );
}
