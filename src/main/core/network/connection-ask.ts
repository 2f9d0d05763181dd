/** Builds the ask that shows a connection to the user. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import { connectAction, type ShownConnection } from '../../../shared/network/connection.ts';
import { patternOf } from '../../../shared/network/host-pattern.ts';
import type { ResolvedConnection } from './connection.ts';

interface Asking {
  readonly askId: AskId;
  readonly askedAt: number;
  readonly timeoutMs: number;
}

export function connectionAsk(
  connection: ResolvedConnection,
  because: readonly string[],
  { askId, askedAt, timeoutMs }: Asking,
): ConfirmAsk {
  const { session, digest } = connection;
  const network = shownConnection(connection);
  const { host, port, address, addressClass } = network;
  return Object.freeze({
    kind: 'confirm',
    ...{ askId, agent: session.agent, sessionId: session.sessionId, because, network },
    action: connectAction,
    actionKind: 'run',
    sentence: sentenceFor(connection),
    exact: JSON.stringify({ host, port, address }, null, 2),
    ...{ callDigest: digest, digest, explain: because[0] ?? '' },
    ...{ command: null, changes: [], isIncomplete: false, carriedOutBy: null },
    folders: session.roots.map(({ path }) => path),
    ...{ recoverability: null, typeToAllow: null, ruleDraft: null },
    forSession: addressClass === 'public' ? patternOf(connection) : null,
    ...{ askedAt, deadline: askedAt + timeoutMs, waiting: 1 },
  } satisfies ConfirmAsk);
}

function shownConnection(connection: ResolvedConnection): ShownConnection {
  const { session, host, port, addresses, addressClass, isRebound, registry } = connection;
  const [root, ...others] = session.roots;
  const isKeepable = addressClass === 'public' && session.agent.door !== 'management';
  return {
    ...{ host, port, address: addresses[0] ?? null, addressClass, isRebound, registry },
    probably: connection.probably,
    // A rule covers one folder; for a session with several, the rule shown would be narrower than what runs.
    keep:
      isKeepable && root && others.length === 0
        ? { host: patternOf(connection), within: root.path }
        : null,
  };
}

const places = {
  loopback: 'a program on this computer',
  private: 'a device on your network',
  'link-local': 'a device on the local link',
  metadata: 'the metadata service of this machine',
} as const;

function sentenceFor(connection: ResolvedConnection): string {
  const { addressClass } = connection;
  const host = patternOf(connection);
  if (addressClass === 'public' || addressClass === 'unusable') return `reach ${host}`;
  return `reach ${places[addressClass]} (${host})`;
}
