/** The whole app but for Electron, with its real sandbox, for a run outside of the test runner. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import net from 'node:net';
import { openApp, type App } from '../../../../src/main/app.ts';
import { SandboxHost } from '../../../../src/main/platform/sandbox/network/sandbox-host.ts';
import type { AskWorkbench } from '../../../../src/shared/files/file-history.ts';
import type { SessionId } from '../../../../src/shared/base/ids.ts';
import type { Ask, AskAnswer, ConfirmAsk } from '../../../../src/shared/asks/asks.ts';
import { allScopes } from '../../../../src/shared/access/scopes.ts';
import { classOfAddress } from '../../../../src/shared/network/address-class.ts';
import { FakeClock } from '../../../fakes/fake-clock.ts';
import { fakeShell } from '../../../fakes/fake-shell.ts';

const managementToken = 'management-token-of-the-fault-run';
const lookMs = 3;

export interface SandboxAgent {
  readonly client: Client;
  readonly sessionId: SessionId;
  call(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** What the user and the world do, which the attempts set. */
export interface SystemEnvironment {
  /** The addresses of a name, in the order of the looks. */
  resolve: (host: string) => readonly string[];
  /** Which hosts the user allows; all others are denied. */
  allows: (ask: ConfirmAsk) => boolean;
}

export class SandboxApp {
  readonly app: App;
  readonly clock: FakeClock;
  readonly around: SystemEnvironment;
  /** Hosts that the user was asked about, with the class that the card shows. */
  readonly asked: string[];
  readonly ask: AskWorkbench;
  readonly #looking: NodeJS.Timeout;
  #agents = 0;

  private constructor(
    given: Pick<SandboxApp, 'app' | 'clock' | 'around' | 'asked' | 'ask'>,
    looking: NodeJS.Timeout,
  ) {
    ({ app: this.app, clock: this.clock, around: this.around } = given);
    ({ asked: this.asked, ask: this.ask } = given);
    this.#looking = looking;
  }

  /** `internet` is the port that every public address leads to. */
  static async open(dataDir: string, internet: () => number): Promise<SandboxApp> {
    const clock = new FakeClock();
    const around: SystemEnvironment = { resolve: () => [], allows: () => false };
    const asks: AskWorkbench[] = [];
    const shell = fakeShell();
    const app = await openApp({
      ...{ dataDir, clock, managementToken, port: 0, sandbox: true },
      version: '0.0.0-fault',
      window: 'never',
      shell: {
        ...shell,
        startWorkbench(...given) {
          const workbench = shell.startWorkbench(...given);
          asks.push(workbench.ask);
          return workbench;
        },
        startSandboxHost(link) {
          const host = new SandboxHost({
            send: (message) => link.onMessage(structuredClone(message)),
            resolve: async (name) => around.resolve(name),
            dial: ({ host: address, port }) =>
              classOfAddress(address) === 'public'
                ? net.connect({ host: '127.0.0.1', port: internet(), allowHalfOpen: true })
                : net.connect({ host: address, port, allowHalfOpen: true }),
          });
          return {
            send: (message) => {
              if (message.kind !== 'end') host.receive(structuredClone(message));
            },
            dispose: () => host.dispose(),
          };
        },
      },
    });
    const asked: string[] = [];
    const looking = setInterval(() => answerAll(app, around, asked), lookMs);
    const [ask] = asks;
    if (!ask) throw new Error('there is no workbench');
    return new SandboxApp({ app, clock, around, asked, ask }, looking);
  }

  async agent(name: string, roots: readonly string[]): Promise<SandboxAgent> {
    const { origin } = new URL(this.app.mcpUrl);
    const response = await fetch(`${origin}/keys`, {
      method: 'POST',
      headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    const { key } = (await response.json()) as { key: string };
    const client = new Client({ name, version: '1.0.0' });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(this.app.mcpUrl), { requestInit }),
    );
    const call = async (tool: string, args: Record<string, unknown> = {}) => {
      this.clock.skip(3_000);
      const once = () =>
        client.callTool({ name: tool, arguments: args }, undefined, { timeout: 240_000 });
      // The server closes idle connections; one that is closing while it is used again is tried anew.
      const result = await once().catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        return once();
      });
      return (result.structuredContent ?? {}) as Record<string, unknown>;
    };
    const reason = 'to try the sandbox';
    const before = new Set(this.app.core.sessions.list().map(({ sessionId }) => sessionId));
    await call('request_access', { scopes: [...allScopes], roots: [...roots], reason });
    const session = this.app.core.sessions.list().find((one) => !before.has(one.sessionId));
    if (!session) throw new Error(`${name} has no session`);
    return { client, sessionId: session.sessionId, call };
  }

  freshAgent(roots: readonly string[]): Promise<SandboxAgent> {
    this.#agents += 1;
    return this.agent(`agent-${this.#agents}`, roots);
  }

  /** Ends its session and everything in it. */
  async end({ sessionId, client }: SandboxAgent): Promise<void> {
    this.app.core.sessions.end(sessionId, 'person');
    await client.close();
  }

  async dispose(): Promise<void> {
    clearInterval(this.#looking);
    await this.app.dispose();
  }
}

function answerAll({ core }: App, around: SystemEnvironment, asked: string[]): void {
  for (const ask of core.asks.list().filter((one) => one.waiting > 0))
    core.asks.answer(ask.askId, answerTo(ask, around, asked));
}

function answerTo(ask: Ask, around: SystemEnvironment, asked: string[]): AskAnswer {
  if (ask.kind === 'access') {
    const { scopes, roots } = ask;
    return { kind: 'allow', scopes, roots, seconds: 8 * 3_600 };
  }
  if (ask.kind !== 'confirm') return { kind: 'deny', reason: '' };
  if (ask.network) {
    asked.push(`${ask.network.host}:${ask.network.port} ${ask.network.addressClass}`);
    return around.allows(ask) ? { kind: 'once' } : { kind: 'deny', reason: '' };
  }
  // A held-back file stays where it is; everything else may run.
  return ask.action === 'exec_command' || ask.action === 'open_terminal'
    ? { kind: 'once' }
    : { kind: 'deny', reason: '' };
}
