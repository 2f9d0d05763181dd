/**
 * A small agent to try Gatehouse with. It is an ordinary MCP client with its own key and no special
 * rights. It cleans up after itself.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import fs from 'node:fs/promises';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { demoClientName, noDemo, type DemoStep } from '../../../shared/integrations/demo.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { makePlayground, planIn, type PlannedStep } from './demo-plan.ts';

interface Deps {
  readonly core: Core;
  readonly clientKeys: ClientKeys;
  readonly mcpUrl: string;
  readonly version: string;
}

const clientId = ClientId.parse(demoClientName);

interface DemoResult {
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export class DemoAgent implements Disposable {
  readonly #deps: Deps;
  #client: Client | null = null;
  #folder: string | null = null;
  #steps: readonly DemoStep[] = [];
  #isRunning = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** False when it is already running. */
  async start(): Promise<boolean> {
    if (this.#isRunning) return false;
    this.#isRunning = true;
    await this.#clear();
    await this.#deps.core.note('demo.started', 'the built-in demo agent', 'person');
    void this.#run();
    return true;
  }

  /** Ends its sessions, revokes its key and deletes its folder. */
  async remove(): Promise<void> {
    await this.#clear();
    this.#isRunning = false;
    this.#deps.core.state.setFacts({ demo: noDemo });
    await this.#deps.core.note('demo.removed', 'key, sessions and folder', 'person');
  }

  dispose(): Promise<void> {
    return this.#clear();
  }

  async #run(): Promise<void> {
    try {
      const { key } = await this.#newKey();
      this.#folder = await makePlayground();
      const client = new Client({ name: 'Demo agent', version: this.#deps.version });
      this.#client = client;
      const headers = { Authorization: `Bearer ${key}` };
      const url = new URL(this.#deps.mcpUrl);
      const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
      await client.connect(transport);
      await this.#walk(client, planIn(this.#folder));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (this.#client || this.#steps.length === 0)
        this.#show({ what: 'It stopped.', became: why });
    }
    this.#isRunning = false;
    this.#emitChange();
  }

  async #walk(client: Client, plan: readonly PlannedStep[]): Promise<void> {
    this.#steps = [];
    for (const { what, tool, args, good, bad, isNeeded } of plan) {
      this.#show({ what, became: null });
      const answer = await call(client, tool, args);
      if (this.#client !== client) return;
      const became = answer.isError ? `${bad} ${sentenceIn(answer)}` : good;
      this.#steps = [...this.#steps.slice(0, -1), { what, became: became.trim() }];
      this.#emitChange();
      if (answer.isError && isNeeded) return;
    }
  }

  #show(step: DemoStep): void {
    this.#steps = [...this.#steps, step];
    this.#emitChange();
  }

  #emitChange(): void {
    if (this.#client === null) return;
    const phase = this.#isRunning ? 'running' : 'ended';
    this.#deps.core.state.setFacts({ demo: { phase, steps: this.#steps } });
  }

  async #newKey(): Promise<{ readonly key: string }> {
    const made = await this.#deps.clientKeys.add(clientId);
    if ('key' in made) return made;
    throw new Error(made.message);
  }

  async #clear(): Promise<void> {
    const { core, clientKeys } = this.#deps;
    const [client, folder] = [this.#client, this.#folder];
    [this.#client, this.#folder, this.#steps] = [null, null, []];
    for (const { sessionId, agent, ended } of core.sessions.list())
      if (agent.clientId === clientId && !ended) core.sessions.end(sessionId, 'person');
    core.asks.withdrawAllOf(clientId);
    await client?.close();
    await clientKeys.revoke(clientId);
    if (folder) await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Waits for "pending" results, as an agent should. */
async function call(client: Client, name: string, args: object): Promise<DemoResult> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const data = (result.structuredContent ?? {}) as DemoResult['data'];
  if (data['status'] !== 'pending') return { isError: result.isError === true, data };
  return call(client, 'await_access', { request_id: data['request_id'] });
}

const sentenceIn = ({ data }: DemoResult): string =>
  typeof data['reason'] === 'string' ? data['reason'] : '';
