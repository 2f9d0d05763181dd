/**
 * Host patterns of rules: `example.com`, `*.example.com`, either with `:443` for one port only.
 */
import { canonicalHost, isIpAddress } from './host-name.ts';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

interface HostPattern {
  readonly host: string;
  /** Every name below it, but not the name itself. */
  readonly below: boolean;
  /** Null: any. */
  readonly port: number | null;
}

export const longestHostPattern = 270;

/** The canonical pattern; null if it names no host. */
export function canonicalPattern(text: string): string | null {
  const pattern = parsedPattern(text.trim());
  if (!pattern) return null;
  const host = pattern.host.includes(':') ? `[${pattern.host}]` : pattern.host;
  return `${pattern.below ? '*.' : ''}${host}${pattern.port === null ? '' : `:${pattern.port}`}`;
}

export const patternOf = ({ host, port }: HostAndPort): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

export function matchesHost(text: string, { host, port }: HostAndPort): boolean {
  const pattern = parsedPattern(text);
  if (!pattern || (pattern.port !== null && pattern.port !== port)) return false;
  return pattern.below ? host.endsWith(`.${pattern.host}`) : host === pattern.host;
}

function parsedPattern(text: string): HostPattern | null {
  const below = text.startsWith('*.');
  const { host: name, port } = withoutPort(below ? text.slice(2) : text);
  const host = canonicalHost(name);
  if (host === null || Number.isNaN(port) || (below && isIpAddress(host))) return null;
  return { host, below, port };
}

function withoutPort(text: string): { readonly host: string; readonly port: number | null } {
  const [, host = text, port] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined) return { host, port: null };
  const number = Number(port);
  return { host, port: number >= 1 && number <= 65_535 ? number : Number.NaN };
}
