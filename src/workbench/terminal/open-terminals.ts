/**
 * Stores the open terminals on disk, so that sessions learn of lost ones after a workbench crash.
 */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const OpenTerminal = z.strictObject({ id: z.string(), sessionId: z.string(), folder: z.string() });
export type OpenTerminal = Readonly<z.infer<typeof OpenTerminal>>;

const OpenTerminalList = z.array(OpenTerminal);

export class OpenTerminals {
  readonly #file: string;

  constructor(stateFolder: string) {
    this.#file = path.join(stateFolder, 'terminals.json');
  }

  /** Terminals whose end was not recorded. */
  lost(): readonly OpenTerminal[] {
    try {
      return OpenTerminalList.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      return [];
    }
  }

  keep(open: readonly OpenTerminal[]): void {
    if (open.length === 0) return fs.rmSync(this.#file, { force: true });
    fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${this.#file}.tmp`, JSON.stringify(open), { mode: 0o600 });
    fs.renameSync(`${this.#file}.tmp`, this.#file);
  }
}
