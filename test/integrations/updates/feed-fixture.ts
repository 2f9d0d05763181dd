/** A signed feed on loopback that can be made to lie. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { signedBytes } from '../../../src/main/integrations/updates/feed-signature.ts';

export const feedFile = 'latest-linux.yml';
export const newProgram = Buffer.from('the new program');

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

export function newKey(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

export const sha512 = (bytes: Buffer): string =>
  createHash('sha512').update(bytes).digest('base64');

export const feedOf = (version: string, more: object = {}): Buffer =>
  Buffer.from(
    stringify({
      version,
      files: [
        { url: `Gatehouse-${version}.AppImage`, sha512: sha512(newProgram), size: 15 },
        { url: `gatehouse_${version}_amd64.deb`, sha512: sha512(newProgram), size: 15 },
      ],
      releaseDate: '2026-11-18T12:00:00.000Z',
      releaseNotes: 'Faster.\nSafer.',
      ...more,
    }),
  );

export const signatureOf = ({ privateKey }: KeyPair, feed: Buffer, name = feedFile): string =>
  `${sign(null, signedBytes(name, feed), privateKey).toString('base64')}\n`;

export class FeedServer {
  readonly #served = new Map<string, Buffer | number>();
  readonly asked: string[] = [];
  readonly url: string;

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}/releases`;
  }

  static async start(): Promise<FeedServer> {
    const holder: { feed?: FeedServer } = {};
    const server = http.createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? '';
      holder.feed?.asked.push(name);
      const found = holder.feed?.served(name) ?? 404;
      if (typeof found !== 'number') return void response.end(found);
      response.writeHead(found, { Location: 'http://127.0.0.1:1/' });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    holder.feed = new FeedServer((server.address() as AddressInfo).port);
    return holder.feed;
  }

  served(name: string): Buffer | number | undefined {
    return this.#served.get(name);
  }

  serve(name: string, what: Buffer | number): void {
    this.#served.set(name, what);
  }

  publish(key: KeyPair, feed: Buffer): void {
    this.serve(feedFile, feed);
    this.serve(`${feedFile}.sig`, Buffer.from(signatureOf(key, feed)));
  }
}
