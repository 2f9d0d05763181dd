/** When each client's hooks last sent an event, which shows that they really run. */
import { Emitter } from '../../../../shared/base/emitter.ts';
import type { NativeClient } from '../../../../shared/native/native-call.ts';

const reportEveryMs = 5_000;
const maxFolders = 50;

export class NativeSightings {
  readonly #now: () => number;
  readonly #last = new Map<NativeClient, number>();
  readonly #folders = new Map<NativeClient, Set<string>>();
  readonly #reportedAt = new Map<NativeClient, number>();
  readonly #seen = new Emitter<NativeClient>();

  readonly onSeen = this.#seen.on;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `cwd`: the agent's working folder, according to the agent. */
  saw(client: NativeClient, cwd: string | null): void {
    const at = this.#now();
    this.#last.set(client, at);
    const folders = this.#folders.get(client) ?? new Set();
    if (cwd !== null && folders.size < maxFolders) folders.add(cwd);
    this.#folders.set(client, folders);
    if (at - (this.#reportedAt.get(client) ?? -Infinity) < reportEveryMs) return;
    this.#reportedAt.set(client, at);
    this.#seen.emit(client);
  }

  lastAt(client: NativeClient): number | null {
    return this.#last.get(client) ?? null;
  }

  /** Folders in which it was seen since Gatehouse started. */
  folders(client: NativeClient): readonly string[] {
    return [...(this.#folders.get(client) ?? [])];
  }
}
