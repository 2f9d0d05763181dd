/** Which hosts a session has reached or was refused, with the bytes, for its card. */
import type { SessionId } from '../../../shared/base/ids.ts';
import type { ConnectionUse, ReachedHost } from '../../../shared/network/connection.ts';
import { patternOf, type HostAndPort } from '../../../shared/network/host-pattern.ts';

const maxHosts = 200;
const maxSessions = 100;

export class ReachedHosts {
  readonly #sessions = new Map<SessionId, Map<string, ReachedHost>>();

  of(sessionId: SessionId): readonly ReachedHost[] {
    return [...(this.#sessions.get(sessionId)?.values() ?? [])];
  }

  /** `rule`: the sentence of the rule that allowed it; undefined where the user was asked. */
  add(sessionId: SessionId, use: ConnectionUse, rule: string | undefined): void {
    this.#change(sessionId, use, (before) => ({
      ...before,
      connections: before.connections + 1,
      sent: before.sent + use.sent,
      received: before.received + use.received,
      rule,
    }));
  }

  refuse(sessionId: SessionId, host: HostAndPort): void {
    this.#change(sessionId, host, (before) => ({ ...before, refused: before.refused + 1 }));
  }

  #change(
    sessionId: SessionId,
    { host, port }: HostAndPort,
    change: (before: ReachedHost) => ReachedHost,
  ): void {
    const hosts = this.#sessions.get(sessionId) ?? new Map<string, ReachedHost>();
    const key = patternOf({ host, port });
    const none = { host, port, connections: 0, refused: 0, sent: 0, received: 0 };
    if (!hosts.has(key) && hosts.size >= maxHosts) return;
    hosts.set(key, change(hosts.get(key) ?? none));
    this.#sessions.set(sessionId, hosts);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
  }
}
