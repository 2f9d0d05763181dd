/** The whole app but for Electron, on a real folder and real sockets, with a clock and a human to command. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { openApp, type App, type AppOptions } from '../../src/main/app.ts';
import type { ShellDeps } from '../../src/main/shell/shell-deps.ts';
import type { AccessAsk, AllowAccess } from '../../src/shared/access/access.ts';
import type { Ask, AskAnswer } from '../../src/shared/asks/asks.ts';
import { AuditLine } from '../../src/shared/ledger/entry.ts';
import { FakeClock } from './fake-clock.ts';
import { fakeShell } from './fake-shell.ts';
import { scratch } from './scratch.ts';

export const managementToken = 'management-token-of-the-test';

export class TestApp {
  readonly app: App;
  readonly clock: FakeClock;
  readonly dataDir: string;

  /** What the windows are given. */
  readonly forWindows: ShellDeps;

  private constructor(app: App, clock: FakeClock, forWindows: ShellDeps) {
    this.app = app;
    this.forWindows = forWindows;
    this.clock = clock;
    this.dataDir = app.dataDir;
  }

  static async open(
    dataDir?: string,
    more: Partial<
      Pick<AppOptions, 'port' | 'browserPort' | 'window' | 'managementToken' | 'sandbox'>
    > = {},
  ): Promise<TestApp> {
    const clock = new FakeClock();
    const opened = Promise.withResolvers<ShellDeps>();
    const app = await openApp({
      dataDir: dataDir ?? scratch(),
      version: '0.0.0-test',
      clock,
      shell: fakeShell(opened.resolve),
      port: 0,
      managementToken,
      window: 'never',
      ...more,
    });
    onTestFinished(async () => app.dispose());
    return new TestApp(app, clock, await opened.promise);
  }

  get url(): string {
    return new URL(this.app.mcpUrl).origin;
  }

  async newKey(name: string, token = managementToken): Promise<string> {
    const response = await fetch(`${this.url}/keys`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    const { key } = (await response.json()) as { key: string };
    return key;
  }

  /** A real MCP client with a key of its own. */
  async connect(name: string, key?: string): Promise<Client> {
    const client = new Client({ name, version: '1.0.0' });
    const token = key ?? (await this.newKey(name));
    const transport = new StreamableHTTPClientTransport(new URL(this.app.mcpUrl), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }

  /** The human: waits for the next ask and answers it. */
  async answerNext(answer: (ask: AccessAsk) => AskAnswer): Promise<AccessAsk> {
    const ask = await this.nextAsk();
    const receipt = this.app.core.asks.answer(ask.askId, answer(ask));
    if (!receipt.accepted) throw new Error(receipt.why);
    return ask;
  }

  async nextAsk(): Promise<AccessAsk> {
    const ask = await this.nextQuestion();
    if (ask.kind !== 'access') throw new Error(`this is a ${ask.kind} ask`);
    return ask;
  }

  nextQuestion(): Promise<Ask> {
    return eventually(() => this.app.core.asks.list().find((ask) => ask.waiting > 0));
  }

  async ledger(): Promise<readonly AuditLine[]> {
    const text = await fs.readFile(path.join(this.dataDir, 'audit', '000001.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => AuditLine.parse(JSON.parse(line)));
  }
}

/** Polls for something that becomes true soon, with a deadline. */
export async function eventually<T>(
  look: () => T | undefined | null | false,
  withinMs = 5_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const allowAll = (ask: AccessAsk): AllowAccess => ({
  kind: 'allow',
  scopes: ask.scopes,
  roots: ask.roots,
  seconds: ask.requestedSeconds,
});
