/** What a session's sandboxed code has reached, and its ports that can be opened from this computer. */
import type { SessionId } from '../../shared/base/ids.ts';
import type { ReachedHost } from '../../shared/network/connection.ts';
import type { SessionNetworkView } from '../../shared/network/session-network.ts';
import { closePort, openPort } from '../app/commands.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { mostHostsShown, reachedWords, sessionsText } from './sessions-text.ts';

interface SessionNetworkProps {
  readonly sessionId: SessionId;
  readonly network: SessionNetworkView;
}

export function SessionNetwork({ sessionId, network }: SessionNetworkProps) {
  const { reached, ports, forwards } = network;
  return (
    <>
      {reached.length > 0 && <ReachedHosts reached={reached} />}
      {ports.length + forwards.length > 0 && (
        <ul className="session-ports" aria-label={sessionsText.ports}>
          {forwards.map(({ port, url }) => (
            <li key={port}>
              <span>
                {sessionsText.portLeadsTo(port)} <code>{url}</code>
              </span>
              <CopyButton text={url} what={sessionsText.addressOfPort(port)} />
              <button
                type="button"
                className="button"
                aria-label={sessionsText.closePort(port)}
                onClick={() => void closePort(sessionId, port)}
              >
                {sessionsText.close}
              </button>
            </li>
          ))}
          {ports.map((port) => (
            <li key={port}>
              <span>{sessionsText.listensOn(port)}</span>
              <button
                type="button"
                className="button"
                aria-label={sessionsText.openPort(port)}
                onClick={() => void openPort(sessionId, port)}
              >
                {sessionsText.open}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ReachedHosts({ reached }: { readonly reached: readonly ReachedHost[] }) {
  const more = reached.length - mostHostsShown;
  return (
    <ul className="session-hosts" aria-label={sessionsText.reachedHosts}>
      {reached.slice(0, mostHostsShown).map((item) => (
        <li key={`${item.host}:${item.port}`} data-refused={item.connections === 0}>
          <Icon name={item.connections === 0 ? 'stop' : 'globe'} />
          <VisibleText text={`${item.host}:${item.port}`} atMost={120} command />
          <span className="card-facts">{reachedWords(item)}</span>
          {item.rule !== undefined && (
            <span className="card-facts session-rule">
              <VisibleText text={sessionsText.byRule(item.rule)} atMost={300} />
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li className="card-facts">{sessionsText.andMore(more)}</li>}
    </ul>
  );
}
