/**
 * A connection to the house: by its private socket, which only this person can open, or by the
 * loopback, where the other end has to prove that it wrote the discovery file before it is told a key.
 */
import http from 'node:http';
import net from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import { ProvenAgent } from '../../../../src/cli/proven-agent.ts';
import type { FoundHouse } from './find-house.ts';

const patienceMs = 5_000;

export function openSocket(house: FoundHouse, pluginId: string, key: string | null): WebSocket {
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
  const options = { headers, handshakeTimeout: patienceMs, perMessageDeflate: false };
  const target = `/plugin/${pluginId}`;
  const { pluginSocket: own, port } = house;
  if (own?.startsWith('/')) return new WebSocket(`ws+unix:${own}:${target}`, options);
  const agent = own === null ? new ProvenAgent(house) : new PipeAgent(own);
  const proven: ClientOptions = { ...options, agent };
  return new WebSocket(`ws://127.0.0.1:${port}${target}`, proven);
}

/** The name of a Windows pipe does not fit into a URL. */
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
