/** Turns a request into the one connection that is judged and made: canonical host, checked addresses, their class. */
import type { Session } from '../../../shared/access/access.ts';
import { failed, refused, type Failed, type Refused } from '../../../shared/actions/outcomes.ts';
import {
  classOfAddress,
  classOfName,
  type AddressClass,
} from '../../../shared/network/address-class.ts';
import { canonicalHost, isIpAddress } from '../../../shared/network/host-name.ts';
import { registryOf } from '../../../shared/network/package-registries.ts';
import type { Needs } from '../dependencies.ts';
import type { ConnectRequest, ResolvedConnection } from './connection.ts';

const maxAddresses = 8;

type Facts = Pick<Needs, 'sha256' | 'isThisMachine'>;

/** Uses only the text that the program wrote; nothing is looked up yet. */
export function namedConnection(
  { host: given, port, probably }: Pick<ConnectRequest, 'host' | 'port' | 'probably'>,
  session: Session,
  { sha256, isThisMachine }: Facts,
): ResolvedConnection | Refused {
  const host = canonicalHost(given);
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (host === null || !isPort) return refused('invalid-arguments', 'That is no host and port.');
  const isAddress = isIpAddress(host);
  const addressClass = (isAddress ? classOn(host, isThisMachine) : classOfName(host)) ?? 'public';
  return Object.freeze({
    ...{ session, host, port, addressClass, probably, isRebound: false },
    addresses: isAddress ? [host] : [],
    registry: addressClass === 'public' ? registryOf(host, port) : null,
    digest: sha256(JSON.stringify(['net_connect', session.sessionId, host, port])),
  });
}

/** Contains exactly the addresses that are connected to. */
export function withAddresses(
  named: ResolvedConnection,
  addresses: readonly string[],
  { sha256, isThisMachine }: Facts,
): ResolvedConnection | Failed {
  const classed = addresses.slice(0, maxAddresses).flatMap((item) => {
    const address = canonicalHost(item);
    const addressClass = address === null ? null : classOn(address, isThisMachine);
    return address === null || addressClass === null ? [] : [{ address, addressClass }];
  });
  // Of public and private addresses the public ones are used: only checked addresses are connected to.
  const first = classed.find((item) => item.addressClass === 'public') ?? classed[0];
  if (!first) return failed('host-not-found', `Asked for: ${named.host}.`);
  const { addressClass } = first;
  const usable = classed.filter((item) => item.addressClass === addressClass);
  const own = usable.map(({ address }) => address);
  if (!isOther(named, addressClass)) return Object.freeze({ ...named, addresses: own });
  const { session, host, port } = named;
  return Object.freeze({
    ...named,
    ...{ addresses: own, addressClass, isRebound: true, registry: null },
    digest: sha256(JSON.stringify(['net_connect', session.sessionId, host, port, ...own])),
  });
}

/** A public address of this computer leads to its own services, as loopback does. */
function classOn(address: string, isThisMachine: Facts['isThisMachine']): AddressClass | null {
  const found = classOfAddress(address);
  return found === 'public' && isThisMachine?.(address) === true ? 'loopback' : found;
}

/** Whether the resolved address is outside what a yes to the name covers. */
export const isOther = (named: ResolvedConnection, addressClass: AddressClass): boolean =>
  addressClass !== 'public' && addressClass !== named.addressClass;
