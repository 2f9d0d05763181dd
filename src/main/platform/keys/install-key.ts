/**
 * The key for marking redacted secrets. It is stored in the system keyring if there is a real one,
 * otherwise in a file that only the user can read. The start never waits for a keyring.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writePrivateFile } from '../files/private-file.ts';

/** Null answers mean that no keyring really encrypts. */
export interface Keyring {
  fingerprint(plain: string): Promise<Buffer | null>;
  unseal(sealed: Buffer): Promise<string | null>;
}

export type KeyLocation = 'keyring' | 'file';

const keyBytes = 32;

export class InstallKey {
  readonly #plainFile: string;
  readonly #sealedFile: string;
  readonly #keyring: Keyring;

  constructor(dataDir: string, keyring: Keyring) {
    this.#plainFile = path.join(dataDir, 'install.key');
    this.#sealedFile = path.join(dataDir, 'install.key.sealed');
    this.#keyring = keyring;
  }

  /** `lost` if an existing key cannot be used: older marks can no longer be matched. */
  async load(): Promise<{ readonly key: Buffer; readonly lost: boolean }> {
    const plain = await readIfThere(this.#plainFile);
    if (plain?.length === keyBytes) return { key: plain, lost: false };
    const sealed = await readIfThere(this.#sealedFile);
    const opened = sealed && (await this.#keyring.unseal(sealed));
    if (opened) return { key: Buffer.from(opened, 'base64'), lost: false };
    const key = randomBytes(keyBytes);
    await writePrivateFile(this.#plainFile, key);
    return { key, lost: plain !== null || sealed !== null };
  }

  /** Moves the key into the keyring if there is one; returns where it is stored. */
  async resolve(): Promise<KeyLocation> {
    const plain = await readIfThere(this.#plainFile);
    if (!plain) return 'keyring';
    const sealed = await this.#keyring.fingerprint(plain.toString('base64'));
    if (!sealed) return 'file';
    await this.#setUnopenedAside();
    await writePrivateFile(this.#sealedFile, sealed);
    await fs.rm(this.#plainFile, { force: true });
    return 'keyring';
  }

  /**
   * A key that could not be read at startup may be readable later: the keyring may only have been
   * locked.
   */
  async #setUnopenedAside(): Promise<void> {
    const unopened = `${this.#sealedFile}.unopened`;
    if ((await readIfThere(this.#sealedFile)) === null || (await readIfThere(unopened))) return;
    await fs.rename(this.#sealedFile, unopened);
  }
}
