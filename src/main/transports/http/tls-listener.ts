/** A second listener for another interface, with TLS, the user's certificate and all checks of the first. */
import https from 'node:https';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import { loadCertificate, type LoadedCertificate } from '../../platform/keys/certificate-check.ts';
import { HttpListener } from './listener.ts';
import type { RequestRouter } from './request-router.ts';

type Listen = NonNullable<Settings['listen']>;

interface Deps {
  readonly router: RequestRouter;
  readonly listen: Listen;
  readonly certificate: LoadedCertificate;
}

/** The open listener, or the reason why only the loopback listener is open. */
export async function openTls(
  router: RequestRouter,
  listen: Listen,
): Promise<TlsListener | { readonly why: string }> {
  try {
    const certificate = await loadCertificate(listen);
    if ('why' in certificate) return certificate;
    const tls = new TlsListener({ router, listen, certificate });
    await tls.start();
    return tls;
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

export class TlsListener implements Disposable {
  readonly #deps: Deps;
  readonly #listener: HttpListener;
  #server: https.Server | null = null;
  #certificate: LoadedCertificate;

  /** Throws when the certificate or key is invalid. */
  constructor(deps: Deps) {
    this.#deps = deps;
    this.#certificate = deps.certificate;
    const { router, listen } = deps;
    this.#listener = new HttpListener({
      router,
      secure: true,
      management: listen.management,
      hosts: (port) => this.#hosts(port),
      create: (options) =>
        (this.#server = https.createServer({
          ...options,
          ...secureOf(deps.certificate),
          handshakeTimeout: 5_000,
        })),
    });
  }

  get url(): string {
    return `https://${bracketed(this.#deps.listen.host)}:${this.#listener.port}`;
  }

  /** How many raw connections are open. */
  get connections(): number {
    return this.#listener.connections.count;
  }

  get certificate(): LoadedCertificate {
    return this.#certificate;
  }

  async start(): Promise<void> {
    const { host, port } = this.#deps.listen;
    await this.#listener.listen(host, port);
  }

  /** Used for new connections; open ones keep the old certificate. */
  renew(certificate: LoadedCertificate): void {
    this.#server?.setSecureContext(secureOf(certificate));
    this.#certificate = certificate;
  }

  /** Closes immediately, including open connections. */
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

const secureOf = ({ cert, key }: LoadedCertificate) =>
  ({ cert, key, minVersion: 'TLSv1.2' }) as const;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
