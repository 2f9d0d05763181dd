/** A file with one entry for each server. While it cannot be read, nothing in it is changed. */
import path from 'node:path';
import { z } from 'zod';
import { KeyFile } from '../../platform/keys/key-file.ts';

interface ServerFileOptions<Entry> {
  readonly dataDir: string;
  readonly name: string;
  readonly entry: z.ZodType<Entry>;
  /** What the user does after moving an unreadable file away. */
  readonly howToStartOver: string;
}

interface StoredEntries<Entry> {
  readonly version: 1;
  readonly servers: Readonly<Record<string, Entry>>;
}

export class ServerFile<Entry> {
  readonly #file: KeyFile<StoredEntries<Entry>>;
  #error: string | null = null;

  constructor({ dataDir, name, entry, howToStartOver }: ServerFileOptions<Entry>) {
    this.#file = new KeyFile<StoredEntries<Entry>>({
      file: path.join(dataDir, name),
      schema: z.strictObject({ version: z.literal(1), servers: z.record(z.string(), entry) }),
      empty: { version: 1, servers: {} },
      howToStartOver,
    });
  }

  async load(): Promise<void> {
    try {
      await this.#file.load();
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Why it cannot be read; null when it can. */
  get error(): string | null {
    return this.#error;
  }

  names(): readonly string[] {
    return Object.keys(this.#file.kept.servers).toSorted();
  }

  get(server: string): Entry | null {
    const { servers } = this.#file.kept;
    return Object.hasOwn(servers, server) ? (servers[server] ?? null) : null;
  }

  /** Null stands for no entry, before and after. Rejects while the file cannot be read. */
  async change(server: string, change: (entry: Entry | null) => Entry | null): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    await this.#file.change((kept) => {
      const before = this.get(server);
      const after = change(before);
      if (after === before) return kept;
      if (after !== null) return { ...kept, servers: { ...kept.servers, [server]: after } };
      const { [server]: _before, ...others } = kept.servers;
      return { ...kept, servers: others };
    });
  }

  /** Resolves when everything changed so far is on disk. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}
