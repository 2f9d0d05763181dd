/**
 * Decides a connection by the user's rules. Pure. Deny beats ask beats allow. An allow counts for public
 * addresses only: a connection to this computer or its network is asked about every time.
 */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { connectAction } from '../../../shared/network/connection.ts';
import { ruleSentence, type Rule } from '../../../shared/rules/rules.ts';
import { strongestMatch, type JudgedCall } from '../policy/rules.ts';
import type { ResolvedConnection } from './connection.ts';

export type ConnectVerdict =
  | { readonly kind: 'allow'; readonly rule: string; readonly explain: string }
  | { readonly kind: 'ask'; readonly rule: string; readonly because: readonly string[] }
  | { readonly kind: 'deny'; readonly rule: string; readonly refusal: Refused };

export interface ConnectPolicy {
  readonly rules: readonly Rule[];
  readonly now: number;
  /** Whether the port of this machine belongs to Gatehouse itself. */
  readonly isOwnPort: (address: string, port: number) => boolean;
}

export function judgeConnection(
  connection: ResolvedConnection,
  { rules, now, isOwnPort }: ConnectPolicy,
): ConnectVerdict {
  const { addresses, addressClass, port } = connection;
  if (addresses.some((address) => isOwnPort(address, port)))
    return { kind: 'deny', rule: 'own-port', refusal: refused('own-port') };
  if (addressClass === 'unusable')
    return { kind: 'deny', rule: 'address', refusal: refused('host-not-reachable') };
  const seen = asSeenByRules(connection);
  const denied = strongestMatch(rules, 'deny', seen, now);
  if (denied) {
    const refusal = refused('denied-by-rule', ruleSentence(denied.rule));
    return { kind: 'deny', rule: denied.rule.ruleId, refusal };
  }
  const asked = strongestMatch(rules, 'ask', seen, now);
  if (asked) {
    const why = `One of your rules requires it: ${ruleSentence(asked.rule)}`;
    return { kind: 'ask', rule: asked.rule.ruleId, because: [why, reasonOf(connection)] };
  }
  const forHosts = rules.filter((rule) => rule.host !== undefined);
  const allowed = addressClass === 'public' ? strongestMatch(forHosts, 'allow', seen, now) : null;
  if (allowed) {
    return { kind: 'allow', rule: allowed.rule.ruleId, explain: ruleSentence(allowed.rule) };
  }
  return { kind: 'ask', rule: 'network', because: [reasonOf(connection)] };
}

const asSeenByRules = ({ session, host, port, digest }: ResolvedConnection): JudgedCall => ({
  client: session.agent.clientId,
  action: connectAction,
  paths: session.roots.map(({ path }) => path),
  connection: { host, port },
  digest,
});

/** What the user should know about the target. */
export function reasonOf({ addressClass, isRebound }: ResolvedConnection): string {
  switch (addressClass) {
    case 'loopback':
      return isRebound
        ? 'A public name that points to this computer.'
        : 'A program that runs on this computer, outside the sandbox.';
    case 'private':
      return isRebound
        ? 'A public name that points to a private address.'
        : 'A device on your network.';
    case 'link-local':
      return isRebound
        ? 'A public name that points to an address of the local link.'
        : 'An address of the local link.';
    case 'metadata':
      return 'The metadata service of a cloud machine, which hands out its credentials.';
    case 'public':
    case 'unusable':
      return 'The sandboxed code could send what it reads there.';
  }
}
