/** The hosts of an agent's provider, as the ask names them. Pure. */
import {
  agentPrograms,
  providerHosts,
  type AgentName,
} from '../../../shared/agents/agent-programs.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { canonicalHost } from '../../../shared/network/host-name.ts';
import { patternOf, type HostAndPort } from '../../../shared/network/host-pattern.ts';

export interface HostsSpec {
  readonly agent: AgentName;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The content of its login file. */
  readonly login: Readonly<Record<string, unknown>> | null;
}

const usualPort = 443;
const maxHosts = 24;

export function hostsOf({ agent, args, environment, login }: HostsSpec): readonly HostAndPort[] {
  const { hosts, addresses } = agentPrograms[agent];
  const named = [...hosts, ...(agent === 'opencode' ? providersIn(login) : [])];
  const written = [
    ...addresses.map((name) => environment[name]),
    ...(agent === 'codex' ? args.map((arg) => baseUrl.exec(arg)?.[1]) : []),
    ...(agent === 'opencode' ? addressesIn(environment['OPENCODE_CONFIG_CONTENT']) : []),
  ];
  const all = [
    ...named.map((host) => ({ host, port: usualPort })),
    ...written.flatMap((address) => hostIn(address) ?? []),
  ];
  const unique = new Map(all.map((item) => [patternOf(item), item]));
  return [...unique.values()].slice(0, maxHosts);
}

/** For example `-c model_providers.own.base_url="https://…"`. */
const baseUrl = /\bbase_url\s*=\s*["']?(https?:\/\/[^"'\s]+)/;

const providersIn = (login: HostsSpec['login']): readonly string[] =>
  Object.keys(login ?? {}).flatMap((name) =>
    Object.hasOwn(providerHosts, name) ? (providerHosts[name] ?? []) : [],
  );

function addressesIn(config: string | undefined): readonly string[] {
  try {
    const { provider } = JSON.parse(config ?? '{}') as { readonly provider?: unknown };
    return Object.values(isObject(provider) ? provider : {}).flatMap((value) => {
      const options = isObject(value) ? value['options'] : null;
      const address = isObject(options) ? options['baseURL'] : null;
      return typeof address === 'string' ? [address] : [];
    });
  } catch {
    return [];
  }
}

function hostIn(address: string | undefined): HostAndPort | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { hostname, port, protocol } = new URL(address);
  const host = canonicalHost(hostname.replace(/^\[|\]$/g, ''));
  if (host === null || !/^https?:$/.test(protocol)) return null;
  return { host, port: port === '' ? (protocol === 'http:' ? 80 : usualPort) : Number(port) };
}
