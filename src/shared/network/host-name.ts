/** Canonical host names, so that an approval, a rule and a connection mean the same host. */
import { punycodeDecoded } from './punycode.ts';

/** Characters that different parsers interpret as different hosts. */
const forbidden = /[\s\p{Cc}\p{Cf}/\\@?#%,;|^<>"'`{}]/u;
const longestName = 253;

/**
 * The canonical host: lower case, no trailing dot, IDN as punycode, every notation of an IPv4
 * address (`127.1`, decimal, octal, hexadecimal, IPv4-mapped IPv6) as dotted decimal, IPv6 without
 * brackets. Null if it is not a host.
 */
export function canonicalHost(given: string): string | null {
  if (given === '' || given.length > longestName + 20 || forbidden.test(given)) return null;
  const bare = given.startsWith('[') && given.endsWith(']') ? given.slice(1, -1) : given;
  const host = bare.includes(':') ? parsed(`[${bare}]`) : parsed(withoutDot(bare));
  if (host === null) return null;
  if (!host.startsWith('[')) return isName(host) ? host : null;
  const address = host.slice(1, -1);
  return mappedIpv4(address) ?? address;
}

/** The platform's URL parser is the one that programs use too. */
const parsed = (host: string): string | null => {
  const url = URL.parse(`http://${host}/`);
  if (!url || url.port !== '' || url.username !== '' || url.pathname !== '/') return null;
  return withoutDot(url.hostname);
};

const withoutDot = (host: string): string => host.replace(/\.$/, '');

const isName = (host: string): boolean =>
  host.length <= longestName &&
  host.split('.').every((label) => label !== '' && label.length <= 63);

export const isIpv4 = (host: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(host);

export const isIpAddress = (host: string): boolean => isIpv4(host) || host.includes(':');

/**
 * The displayed form: the letters behind punycode, which may look like those of another host.
 */
export function unicodeHost(host: string): string {
  if (!host.includes('xn--')) return host;
  const labels = host.split('.').map((label) => {
    if (!label.startsWith('xn--')) return label;
    return punycodeDecoded(label.slice(4)) ?? label;
  });
  return labels.join('.');
}

/** The eight groups of a canonical IPv6 address; null if it is not one. */
export function ipv6Groups(address: string): readonly number[] | null {
  const [head = '', tail, more] = address.split('::');
  if (more !== undefined) return null;
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => 0), ...after];
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
}

const groupsOf = (part: string): readonly number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

export const ipv4Of = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

function mappedIpv4(address: string): string | null {
  const groups = ipv6Groups(address);
  if (!groups) return null;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? ipv4Of(high, low) : null;
}
