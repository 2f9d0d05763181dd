/** The owner's door for scripts and the command line. It lists and takes away; it never approves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { ClientId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import type { ClientKeys } from '../../platform/client-keys.ts';
import { pathOf, type Door } from '../wire/loopback-server.ts';
import { readJson, replyJson, replyRefused } from '../wire/replies.ts';

interface Deps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly clientKeys: ClientKeys;
  readonly version: string;
}

type Handle = (request: IncomingMessage) => Promise<Readonly<Record<string, unknown>> | Refused>;

const KeyName = z.strictObject({ name: ClientId });

export class ManagementApi implements Door<'management'> {
  readonly audience = 'management';
  readonly #routes: Readonly<Record<string, Handle>>;

  constructor(deps: Deps) {
    this.#routes = routes(deps);
  }

  matches(method: string, path: string): boolean {
    return Object.hasOwn(this.#routes, `${method} ${path}`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const handle = this.#routes[`${request.method} ${pathOf(request)}`];
    const answer = (await handle?.(request)) ?? refused('unknown-route');
    if (isRefusal(answer)) replyRefused(response, answer);
    else replyJson(response, 200, answer);
  }
}

const isRefusal = (answer: Readonly<Record<string, unknown>> | Refused): answer is Refused =>
  answer['kind'] === 'refused';

function routes({ core, clientKeys, version }: Deps): Readonly<Record<string, Handle>> {
  return {
    'GET /status': async () => {
      const { asks, sessions } = core.state.snapshot();
      const live = sessions.filter((session) => !session.ended).length;
      return { version, pending: asks.length, sessions: live };
    },
    'GET /keys': async () => ({ keys: clientKeys.list() }),
    'POST /keys': (request) =>
      withName(request, async (name) => {
        const added = await clientKeys.add(name);
        if ('kind' in added) return added;
        if (await core.note('client-key.added', name)) return { name, key: added.key };
        await clientKeys.revoke(name);
        return refused('audit-unavailable');
      }),
    'POST /keys/revoke': (request) =>
      withName(request, async (name) => {
        const problem = await clientKeys.revoke(name);
        if (problem) return problem;
        core.asks.withdrawAllOf(name);
        endSessionsOf(core, name);
        await core.note('client-key.revoked', name);
        return { name, revoked: true };
      }),
  };
}

async function withName(
  request: IncomingMessage,
  act: (name: ClientId) => ReturnType<Handle>,
): ReturnType<Handle> {
  const body = await readJson(request);
  if ('kind' in body) return body;
  const parsed = KeyName.safeParse(body.json);
  if (parsed.success) return act(parsed.data.name);
  return refused('invalid-arguments', `name: ${parsed.error.issues[0]?.message ?? 'missing'}.`);
}

function endSessionsOf(core: Core, client: ClientId): void {
  const live = core.sessions.liveOf(client);
  if ('kind' in live) return;
  for (const session of live) core.sessions.end(session.sessionId, 'person');
}
