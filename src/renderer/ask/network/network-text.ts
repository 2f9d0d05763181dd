/** All text of the network card. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import type { AddressClass } from '../../../shared/network/address-class.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { unicodeHost } from '../../../shared/network/host-name.ts';
import { count } from '../../text/counting.ts';
import { folderName } from '../../text/place-names.ts';

export const networkText = {
  // network-ask-form.tsx
  host: 'Host',
  theHost: 'The host',
  reads: 'reads',
  probably: 'probably',
  effect: 'Effect',
  packages: (registry: string) => `${registry} packages`,

  // network-details.tsx, network-footer.tsx
  allow: 'Allow',
  allowOnce: 'Allow once',
  thisSession: 'This session',
  alwaysHere: 'Always here',
  cannotBeRemembered: 'Can’t be remembered',
  command: 'Command',
  probablyThis: 'Probably',
  certain: 'Certain: it comes from this session.',
  address: 'Address',
  waiting: 'Waiting',
  alwaysFor: (client: string, folder: string) =>
    `For ${client} in ${folder}, until you remove it under Rules.`,
  orAllow: 'Or allow',
  allRegistries: 'All package registries for this session',
} as const;

const headlines: Readonly<Record<AddressClass, string | null>> = {
  public: null,
  loopback: 'Reach a program on this computer',
  private: 'Reach a device on your network',
  'link-local': 'Reach a device on the local link',
  metadata: 'Reach the metadata service of this machine',
  unusable: null,
};

/** The host where it is on the internet; else what kind of place it is. */
export const networkHeadline = ({ sentence }: ConfirmAsk, network: ShownConnection): string =>
  headlines[network.addressClass] ??
  (network.addressClass === 'public'
    ? `Reach ${network.host}`
    : sentence.slice(0, 1).toUpperCase() + sentence.slice(1));

const classWords: Readonly<Record<AddressClass, string>> = {
  public: 'on the internet',
  loopback: 'this computer',
  private: 'your network',
  'link-local': 'the local link',
  metadata: 'a metadata service',
  unusable: 'nothing',
};

/** "203.0.113.20, on the internet". */
export const addressWords = ({ address, addressClass }: ShownConnection): string =>
  address === null
    ? 'The name is looked up after you allow it.'
    : `${address}, ${classWords[addressClass]}`;

export const waitingWords = ({ waiting }: ConfirmAsk): string | null =>
  waiting > 1 ? `${count(waiting, 'connection')} to this host. One answer covers all.` : null;

/** What could happen, in one line. */
export function effectWords({ because, folders }: ConfirmAsk, network: ShownConnection): string {
  // A rule that asks comes first; what the connection leads to is the last reason.
  if (network.addressClass !== 'public') return because.at(-1) ?? '';
  const names = folders.map(folderName);
  const where = names.length === 1 ? ` in ${names[0]}` : '';
  return `Could send what it reads${where} there.`;
}

/** The host in its own letters; null when it has no others. */
export function lettersOf({ host }: ShownConnection): string | null {
  const letters = unicodeHost(host);
  return letters === host ? null : letters;
}

export const isMarkedHost = (network: ShownConnection): boolean =>
  [network.host, lettersOf(network) ?? '', network.probably ?? ''].some((item) =>
    hasMarkedText(item),
  );
