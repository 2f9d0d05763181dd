/** All text of the network card. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import type { AddressClass } from '../../../shared/network/address-class.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { unicodeHost } from '../../../shared/network/host-name.ts';
import { count } from '../../text/counting.ts';

export const networkText = {
  // network-ask-form.tsx
  host: 'Host',
  theHost: 'The host',
  reads: 'reads',
  probably: 'probably',
  effect: 'Effect',
  packages: (registry: string) => `${registry} packages`,

  // network-footer.tsx
  allow: 'Allow',
  allowOnce: 'Allow once',
  thisSession: 'This session',
  alwaysHere: 'Always here',
  cannotBeRemembered: 'Can’t be remembered',
  deny: 'Deny',
  details: 'Details',
  reply: 'Reply…',
  notNow: 'Not now',
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

/** The last part of the folder's path, as people call it. */
export const folderName = (folder: string): string =>
  folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;

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
  [network.host, lettersOf(network) ?? '', network.probably ?? ''].some((one) =>
    hasMarkedText(one),
  );
