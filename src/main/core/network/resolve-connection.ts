/** Turns a request into the one connection that is judged and made: canonical host, checked addresses, their class. */
import type { Session } from '../../../shared/access/access.ts';
import { failed, refused, type Failed, type Refused } from '../../../shared/actions/outcomes.ts';
import { classOfAddress, classOfName } from '../../../shared/network/address-class.ts';
import { canonicalHost, isIpAddress } from '../../../shared/network/host-name.ts';
import { registryOf } from '../../../shared/network/package-registries.ts';
import type { Needs } from '../dependencies.ts';
import type { ConnectRequest, ResolvedConnection } from './connection.ts';

const maxAddresses = 8;

export function resolveConnection(
  { host: given, port, addresses, probably }: ConnectRequest,
  session: Session,
  { sha256 }: Pick<Needs, 'sha256'>,
): ResolvedConnection | Refused | Failed {
  const host = canonicalHost(given);
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (host === null || !isPort) return refused('invalid-arguments', 'That is no host and port.');
  const resolved = isIpAddress(host) ? [host] : addresses.slice(0, maxAddresses);
  const classed = resolved.flatMap((one) => {
    const address = canonicalHost(one);
    const addressClass = address === null ? null : classOfAddress(address);
    return address === null || addressClass === null ? [] : [{ address, addressClass }];
  });
  // A public address beside a private one is taken: only the checked address is connected to.
  const first = classed.find((one) => one.addressClass === 'public') ?? classed[0];
  if (!first) return failed('host-not-found', `Asked for: ${host}.`);
  const usable = classed.filter((one) => one.addressClass === first.addressClass);
  const [, ...others] = usable.map(({ address }) => address);
  const named = classOfName(host);
  const addressClass = first.addressClass === 'public' && named ? named : first.addressClass;
  const isPublic = addressClass === 'public';
  const shown = isPublic ? [] : [first.address, ...others];
  return Object.freeze({
    ...{ session, host, port, addressClass, probably },
    addresses: [first.address, ...others] as const,
    isRebound: !isPublic && !isIpAddress(host) && named === null,
    registry: isPublic ? registryOf(host, port) : null,
    digest: sha256(JSON.stringify(['net_connect', session.sessionId, host, port, ...shown])),
  });
}
