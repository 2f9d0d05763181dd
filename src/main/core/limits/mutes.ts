/** All muted clients, whichever asks are muted. */
import type { MuteView } from '../../../shared/access/remembered.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { FloodGuard } from './flood-guard.ts';

type Guards = Readonly<Record<MuteView['about'], FloodGuard>>;

type NoteByUser = (action: string, detail: string, by: 'person') => Promise<boolean>;

export class Mutes {
  readonly #guards: Guards;
  readonly #note: NoteByUser;

  constructor(guards: Guards, note: NoteByUser) {
    this.#guards = guards;
    this.#note = note;
  }

  readonly onChanged = (listener: () => void): Disposable => {
    const { asks, connections } = this.#guards;
    const listening = [asks.onChanged(listener), connections.onChanged(listener)];
    return {
      dispose: async () => {
        for (const item of listening) await item.dispose();
      },
    };
  };

  /** In the order in which they end. */
  list(): readonly MuteView[] {
    const { asks, connections } = this.#guards;
    const all: readonly MuteView[] = [
      ...asks.mutes().map((mute) => ({ ...mute, about: 'asks' as const })),
      ...connections.mutes().map((mute) => ({ ...mute, about: 'connections' as const })),
    ];
    return all.toSorted((a, b) => a.until - b.until);
  }

  /** Recorded first: it lets the client ask again. False when it is not muted. */
  async lift(client: ClientId): Promise<boolean> {
    if (!this.list().some(({ clientId }) => clientId === client)) return false;
    if (!(await this.#note('client.unmuted', `${client} may ask again`, 'person'))) return false;
    const lifted = Object.values(this.#guards).map((guard) => guard.lift(client));
    return lifted.includes(true);
  }
}
