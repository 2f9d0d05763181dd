/** A second listener for another interface: with TLS, the owner's certificate, and every guard of the first. */
import { readFile } from 'node:fs/promises';
import https from 'node:https';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Settings } from '../../../shared/settings.ts';
import { Listener } from './listener.ts';
import type { Front } from './front.ts';

interface Deps {
  readonly front: Front;
  readonly listen: NonNullable<Settings['listen']>;
  /** In PEM. */
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** Where it is called by, or why it cannot be: then we listen on this machine only. */
export async function openTls(
  front: Front,
  listen: Deps['listen'],
): Promise<TlsListener | { readonly why: string }> {
  try {
    const [cert, key] = await Promise.all([readFile(listen.certFile), readFile(listen.keyFile)]);
    const tls = new TlsListener({ front, listen, cert, key });
    await tls.start();
    return tls;
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

export class TlsListener implements Disposable {
  readonly #deps: Deps;
  readonly #listener: Listener;

  /** Throws when certificate and key are not what they should be. */
  constructor(deps: Deps) {
    this.#deps = deps;
    const { front, cert, key } = deps;
    const secure = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: 5_000 } as const;
    this.#listener = new Listener({
      front,
      secure: true,
      hosts: (port) => this.#hosts(port),
      create: (options) => https.createServer({ ...options, ...secure }),
    });
  }

  get url(): string {
    return `https://${bracketed(this.#deps.listen.host)}:${this.#listener.port}`;
  }

  async start(): Promise<void> {
    const { host, port } = this.#deps.listen;
    await this.#listener.listen(host, port);
  }

  /** At once, for those too who came in long ago. */
  shut(): void {
    this.dispose();
    this.#listener.connections.endAll();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #hosts(port: number): readonly string[] {
    const { host, names } = this.#deps.listen;
    const ours = [host, ...names].map(bracketed);
    const withPort = ours.map((name) => `${name}:${port}`);
    return port === 443 ? [...withPort, ...ours] : withPort;
  }
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
