/**
 * Writes the files through which the user's programs find Gatehouse: the discovery file and the
 * management token.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { discoveryFileName, type Discovery } from '../../../shared/app/discovery.ts';
import { writePrivateFile } from './private-file.ts';

interface DiscoveryFacts {
  readonly port: number;
  readonly browserPort?: number | null;
  readonly version: string;
  readonly management: string;
  readonly proofKey: string;
  readonly pluginSocket: string | null;
  readonly tlsUrl?: string | null;
  readonly now: number;
}

export class DiscoveryFiles implements Disposable {
  readonly #discoveryFile: string;
  readonly #tokenFile: string;

  constructor(dataDir: string) {
    this.#discoveryFile = path.join(dataDir, discoveryFileName);
    this.#tokenFile = path.join(dataDir, 'management.token');
  }

  async write({
    port,
    browserPort = null,
    version,
    management,
    proofKey,
    pluginSocket,
    tlsUrl = null,
    now,
  }: DiscoveryFacts): Promise<Discovery> {
    const url = `http://127.0.0.1:${port}`;
    const discovery: Discovery = {
      pid: process.pid,
      version,
      port,
      url,
      mcpUrl: `${url}/mcp`,
      browserPort,
      pluginSocket,
      tlsUrl,
      managementTokenFile: this.#tokenFile,
      proofKey,
      startedAt: new Date(now).toISOString(),
    };
    await writePrivateFile(this.#tokenFile, management);
    await writePrivateFile(this.#discoveryFile, `${JSON.stringify(discovery, null, 2)}\n`);
    return discovery;
  }

  /** Creates a new token; the old one stops working. */
  replaceToken(management: string): Promise<void> {
    return writePrivateFile(this.#tokenFile, management);
  }

  async dispose(): Promise<void> {
    await fs.rm(this.#discoveryFile, { force: true });
    await fs.rm(this.#tokenFile, { force: true });
  }
}
