/**
 * Connects to Gatehouse through its private socket, which only this user can open, or through
 * loopback, where it must prove that it wrote the discovery file before it gets a key.
 */
import http from 'node:http';
import net from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import { ProvenAgent } from '../../../../src/cli/proven-agent.ts';
import type { FoundApp } from './find-app.ts';

const timeoutMs = 5_000;

export function openSocket(app: FoundApp, pluginId: string, key: string | null): WebSocket {
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
  const options = { headers, handshakeTimeout: timeoutMs, perMessageDeflate: false };
  const target = `/plugin/${pluginId}`;
  const { pluginSocket: own, port } = app;
  if (own?.startsWith('/')) return new WebSocket(`ws+unix:${own}:${target}`, options);
  const agent = own === null ? new ProvenAgent(app) : new PipeAgent(own);
  const proven: ClientOptions = { ...options, agent };
  return new WebSocket(`ws://127.0.0.1:${port}${target}`, proven);
}

/** A Windows pipe name cannot be part of a URL. */
class PipeAgent extends http.Agent {
  readonly #pipe: string;

  constructor(pipe: string) {
    super({ keepAlive: false });
    this.#pipe = pipe;
  }

  override createConnection(): net.Socket {
    return net.connect(this.#pipe);
  }
}
