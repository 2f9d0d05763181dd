/**
 * What the user accepted of each server, and what the server last said. An unreadable file blocks
 * everything: a tool without its pin could be any tool.
 */
import path from 'node:path';
import { z } from 'zod';
import { KeyFile } from '../../platform/keys/key-file.ts';
import { maxInstructions, OfferedTool } from './server-text.ts';

const tools = z.record(z.string(), OfferedTool);

export const ServerPins = z.strictObject({
  /** Accepted. */
  instructions: z.string().max(maxInstructions).nullable(),
  tools,
  /** Digests of texts that the user keeps blocked. */
  rejected: z.array(z.string()).max(5_000),
  /** What it last said about itself; null before its first start. */
  offered: z
    .strictObject({
      instructions: z.string().max(maxInstructions).nullable(),
      tools: z.array(OfferedTool),
      /** How many definitions could not be parsed. */
      unreadable: z.int().nonnegative(),
    })
    .nullable(),
});
export type ServerPins = Readonly<z.infer<typeof ServerPins>>;

const PinsFile = z.strictObject({
  version: z.literal(1),
  servers: z.record(z.string(), ServerPins),
});
type PinsFile = z.infer<typeof PinsFile>;

export const noPins: ServerPins = { instructions: null, tools: {}, rejected: [], offered: null };

export class PinStore {
  readonly #file: KeyFile<PinsFile>;
  #error: string | null = null;

  constructor(dataDir: string) {
    this.#file = new KeyFile({
      file: path.join(dataDir, 'server-pins.json'),
      schema: PinsFile,
      empty: { version: 1, servers: {} },
      howToStartOver: 'look at your servers again',
    });
  }

  async load(): Promise<void> {
    try {
      await this.#file.load();
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Why no tool of any server can be called. */
  get error(): string | null {
    return this.#error;
  }

  of(name: string): ServerPins {
    const { servers } = this.#file.kept;
    return (Object.hasOwn(servers, name) ? servers[name] : undefined) ?? noPins;
  }

  async change(name: string, change: (pins: ServerPins) => ServerPins): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    await this.#file.change((kept) => ({
      ...kept,
      servers: { ...kept.servers, [name]: change(this.of(name)) },
    }));
  }

  async remove(name: string): Promise<void> {
    if (this.#error !== null) return;
    await this.#file.change(({ servers: { [name]: _removed, ...servers }, ...kept }) => ({
      ...kept,
      servers,
    }));
  }

  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}
