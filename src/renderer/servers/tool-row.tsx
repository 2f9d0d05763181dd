/** One tool: what it claims, what happens when an agent calls it, and which clients see it. */
import { useId, useState } from 'react';
import type { ClientId } from '../../shared/base/ids.ts';
import { toolPolicies, type ToolView } from '../../shared/servers/server-views.ts';
import { Fact } from '../ui/fact.tsx';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { act, serverName } from './server-acts.ts';
import { ClientTicks } from './client-ticks.tsx';
import { claimWords, policyWords, serversText } from './servers-text.ts';

interface ToolRowProps {
  readonly server: string;
  readonly tool: ToolView;
  readonly clients: readonly ClientId[];
}

export function ToolRow({ server, tool, clients }: ToolRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className="tool-line">
        <button
          type="button"
          className="icon-button expand-button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={serversText.detailsOf(tool.name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </button>
        <code className="tool-name">
          <VisibleText text={tool.name} atMost={128} />
        </code>
        <span className="tool-claim">{claimWords(tool.claims)}</span>
        {tool.pin === 'pinned' ? (
          <PolicyChoice server={server} tool={tool} />
        ) : (
          <span className="server-tag" data-tone="warning">
            <Icon name="stop" /> {serversText.blocked}
          </span>
        )}
      </div>
      {isOpen && <ToolDetails {...{ id, server, tool, clients }} />}
    </>
  );
}

function PolicyChoice({ server, tool }: Pick<ToolRowProps, 'server' | 'tool'>) {
  const group = useId();
  return (
    <fieldset className="segments small-segments" aria-label={serversText.policyOf(tool.name)}>
      {toolPolicies.map((policy) => (
        <label key={policy}>
          <input
            type="radio"
            name={group}
            data-plain={policy !== 'allow'}
            checked={tool.policy === policy}
            onChange={() =>
              void act('servers:set-policy', {
                ...{ name: serverName(server), tool: tool.name, policy },
              })
            }
          />
          <span>{policyWords[policy]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function ToolDetails({ id, server, tool, clients }: ToolRowProps & { readonly id: string }) {
  return (
    <dl className="facts tool-facts" id={id}>
      <Fact name={serversText.serverSays}>
        {tool.description === '' ? (
          serversText.noDescription
        ) : (
          <span className="claimed-text">
            <VisibleText text={tool.description} atMost={2_000} keepLines prose />
          </span>
        )}
      </Fact>
      <Fact name={serversText.calledAs}>
        {tool.listedAs === null ? tool.leftOut : <code>{tool.listedAs}</code>}
      </Fact>
      <Fact name={serversText.cost}>{serversText.tokens(tool.tokens)}</Fact>
      <Fact name={serversText.hiddenFromClients}>
        <ClientTicks
          clients={clients}
          hiddenFrom={tool.hiddenFrom}
          labelOf={(client) => serversText.toolVisibleTo(tool.name, client)}
          onChange={(client, isVisible) =>
            void act('servers:set-visible', {
              ...{ name: serverName(server), tool: tool.name, client, isVisible },
            })
          }
        />
      </Fact>
    </dl>
  );
}
