/**
 * Classifies an address by what it leads to. All classes except `public` have their own wording in
 * the ask and are never remembered.
 */
import { ipv4Of, ipv6Groups, isIpv4 } from './host-name.ts';

export const addressClasses = [
  'public',
  'loopback',
  'private',
  'link-local',
  'metadata',
  'unusable',
] as const;
/**
 * `loopback` is this computer, `private` the local network, `metadata` the service that gives a
 * cloud machine its credentials; `unusable` addresses reach nothing (multicast, reserved).
 */
export type AddressClass = (typeof addressClasses)[number];

const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.169.253',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

type Range = readonly [first: string, bits: number, kind: AddressClass];

const ipv4Ranges: readonly Range[] = [
  ['0.0.0.0', 8, 'loopback'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['224.0.0.0', 4, 'unusable'],
  ['240.0.0.0', 4, 'unusable'],
];

/** By the canonical address; null if it is not an address. */
export function classOfAddress(address: string): AddressClass | null {
  if (metadataAddresses.has(address)) return 'metadata';
  if (isIpv4(address)) return classOfIpv4(address);
  const groups = ipv6Groups(address);
  return groups && classOfIpv6(groups);
}

/** By the name alone, before resolving; null if only the address can tell. */
export function classOfName(host: string): AddressClass | null {
  if (metadataNames.has(host)) return 'metadata';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return isLocalName(host) ? 'private' : null;
}

const localDomains = ['local', 'lan', 'internal', 'intranet', 'corp', 'home', 'localdomain'];

/** Names that are valid only on the user's own network. */
const isLocalName = (host: string): boolean => {
  if (isIpv4(host) || host.includes(':')) return false;
  const [last = '', ...rest] = host.split('.').toReversed();
  return rest.length === 0 || localDomains.includes(last) || host.endsWith('.home.arpa');
};

function classOfIpv4(address: string): AddressClass | null {
  const value = valueOf(address);
  if (value === null) return null;
  const range = ipv4Ranges.find(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(value / size) === Math.floor((valueOf(first) ?? 0) / size);
  });
  return range?.[2] ?? 'public';
}

function valueOf(address: string): number | null {
  const bytes = address.split('.').map(Number);
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return null;
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Packets go to the IPv4 address inside an IPv6 one, so it decides. */
function classOfIpv6(groups: readonly number[]): AddressClass {
  const [first = 0, second = 0, third = 0] = groups;
  const [high = 0, low = 0] = groups.slice(6);
  const isZeroUpTo = (end: number): boolean => groups.slice(0, end).every((item) => item === 0);
  const embedded = (): AddressClass => withMetadata(ipv4Of(high, low));
  if (isZeroUpTo(6)) return high === 0 && low <= 1 ? 'loopback' : embedded();
  if (isZeroUpTo(5) && groups[5] === 0xffff) return embedded();
  if (first === 0x64 && second === 0xff9b) return embedded();
  if (first === 0x2002) return withMetadata(ipv4Of(second, third));
  if ((first & 0xff00) === 0xff00) return 'unusable';
  if ((first & 0xffc0) === 0xfe80) return 'link-local';
  if ((first & 0xffc0) === 0xfec0 || (first & 0xfe00) === 0xfc00) return 'private';
  return 'public';
}

const withMetadata = (address: string): AddressClass => classOfAddress(address) ?? 'unusable';
