// The least that any gateway must do, written by hand: HTTP, JSON-RPC, and the way to the editor
// and back, without keys, sessions, schemas or limits. The editor connects through a socket in the
// file system, as local editors do. A second variant also keeps the promises of the gate (least-
// gate.ts).
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { LeastGate } from './least-gate.ts';

interface RpcRequest {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly name: string; readonly arguments: object };
}

interface EditorResult {
  readonly id: string;
  readonly data: object;
}

type Answered = (data: object) => void;

/** Calls on their way to the editor. LeastGate uses it like an agent's socket. */
class Carrier extends EventEmitter {
  readonly #waiting = new Map<string, Answered>();
  #sent = 0;

  call({ name, arguments: args }: RpcRequest['params'], answered: Answered): void {
    this.#sent += 1;
    const id = String(this.#sent);
    this.#waiting.set(id, answered);
    const command = { type: 'cmd', id, action: name, args };
    this.emit('message', Buffer.from(JSON.stringify(command)));
  }

  send(result: Buffer): void {
    const { id, data } = JSON.parse(result.toString('utf8')) as EditorResult;
    this.#waiting.get(id)?.(data);
    this.#waiting.delete(id);
  }
}

function reply(response: http.ServerResponse, id: number, result: object, more = {}): void {
  const text = JSON.stringify({ jsonrpc: '2.0', id, result });
  const length = Buffer.byteLength(text);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': length, ...more };
  response.writeHead(200, headers).end(text);
}

function answer({ id, method, params }: RpcRequest, response: http.ServerResponse, carry: Carrier) {
  if (id === undefined) return void response.writeHead(202).end();
  if (method === 'initialize') {
    const serverInfo = { name: 'floor', version: '1' };
    const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
    return reply(response, id, initialized, { 'Mcp-Session-Id': 'floor' });
  }
  carry.call(params, (data) => {
    const content = [{ type: 'text', text: JSON.stringify(data) }];
    reply(response, id, { content, structuredContent: data });
  });
}

async function serve(carry: Carrier): Promise<number> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      answer(JSON.parse(text) as RpcRequest, response, carry);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The editor connects twice, once for each variant. */
async function editors(
  wanted: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, WebSocket>> {
  const pluginSocket = path.join(folder, 'plugins.sock');
  const listening = http.createServer().listen(pluginSocket);
  const server = new WebSocketServer({ server: listening, perMessageDeflate: false });
  const came = new Map<string, WebSocket>();
  await once(listening, 'listening');
  process.stdout.write(`${JSON.stringify({ pluginSocket })}\n`);
  while (came.size < wanted.length) {
    const [socket, request] = await once(server, 'connection');
    came.set((request as http.IncomingMessage).url?.slice(1) ?? '', socket as WebSocket);
  }
  return came;
}

const root = fs.realpathSync(process.argv[2] ?? '');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const came = await editors(['bare', 'least'], dataDir);
const [bare, least] = [came.get('bare'), came.get('least')];
if (!bare || !least) throw new Error('the editor did not come as it should');
const carry = { floor: new Carrier(), least: new Carrier() };
carry.floor.on('message', (command: Buffer) => bare.send(command, { binary: false }));
bare.on('message', (result: Buffer) => carry.floor.send(result));
new LeastGate(least, root, dataDir).serve(carry.least as unknown as WebSocket);
const ports = { floor: await serve(carry.floor), least: await serve(carry.least) };
process.stdout.write(`${JSON.stringify(ports)}\n`);
