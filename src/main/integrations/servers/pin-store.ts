/**
 * What the user accepted of each server, and what the server last said. An unreadable file blocks
 * everything: a tool without its pin could be any tool.
 */
import { z } from 'zod';
import { ServerFile } from './server-file.ts';
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

export const noPins: ServerPins = { instructions: null, tools: {}, rejected: [], offered: null };

export class PinStore {
  readonly #file: ServerFile<ServerPins>;

  constructor(dataDir: string) {
    this.#file = new ServerFile<ServerPins>({
      dataDir,
      name: 'server-pins.json',
      entry: ServerPins,
      howToStartOver: 'look at your servers again',
    });
  }

  load(): Promise<void> {
    return this.#file.load();
  }

  /** Why no tool of any server can be called. */
  get error(): string | null {
    return this.#file.error;
  }

  of(name: string): ServerPins {
    return this.#file.get(name) ?? noPins;
  }

  change(name: string, change: (pins: ServerPins) => ServerPins): Promise<void> {
    return this.#file.change(name, (pins) => change(pins ?? noPins));
  }

  async remove(name: string): Promise<void> {
    if (this.error === null) await this.#file.change(name, () => null);
  }

  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}
