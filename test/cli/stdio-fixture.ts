/** `gatehouse stdio` as a client starts it, and a client that speaks raw lines to it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { JsonRpcMessage } from '../../src/shared/protocols/json-rpc.ts';
import { eventually } from '../fakes/test-app.ts';
import { cliEnv, script } from './cli-fixture.ts';

export class RawClient {
  readonly received: JsonRpcMessage[] = [];
  readonly process: ChildProcess;
  stderr = '';
  #rest = '';
  #code: number | null | undefined;

  constructor(dataDir: string, ...words: readonly string[]) {
    const args = [script, 'stdio', '--no-start', ...words];
    this.process = spawn(process.execPath, args, { env: cliEnv(dataDir) });
    this.process.stdout?.on('data', (bytes: Buffer) => this.#take(bytes.toString()));
    this.process.stderr?.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()));
    this.process.once('close', (code) => (this.#code = code));
    onTestFinished(() => void this.process.kill('SIGKILL'));
  }

  send(message: object | string): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.process.stdin?.write(`${text}\n`);
  }

  /** Sends a request and waits for its answer. */
  async ask(id: number | string, method: string, params: object = {}): Promise<JsonRpcMessage> {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answerTo(id);
  }

  answerTo(id: number | string): Promise<JsonRpcMessage> {
    return this.waitFor((message) => message.id === id && message.method === undefined);
  }

  waitFor(fits: (message: JsonRpcMessage) => boolean): Promise<JsonRpcMessage> {
    return eventually(() => this.received.find(fits), 50_000);
  }

  async initialize(): Promise<JsonRpcMessage> {
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const answer = await this.ask('hello', 'initialize', params);
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  async end(): Promise<number | null> {
    this.process.stdin?.end();
    return eventually(() => (this.#code === undefined ? null : { code: this.#code }), 50_000).then(
      ({ code }) => code,
    );
  }

  #take(text: string): void {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    // Whatever is no JSON-RPC message on stdout fails the test here.
    for (const line of lines) this.received.push(JSON.parse(line) as JsonRpcMessage);
  }
}
