/**
 * Folders granted since Gatehouse started. Files that an agent wrote there remain after its
 * session.
 */
import type { Session } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Core } from '../../core/core.ts';

export class GivenFolders implements Disposable {
  readonly #folders = new Set<string>();
  readonly #listening: Disposable;

  constructor(sessions: Pick<Core['sessions'], 'list' | 'onStarted'>) {
    const add = ({ roots }: Session): void => {
      for (const { path } of roots) this.#folders.add(path);
    };
    this.#listening = sessions.onStarted(add);
    for (const session of sessions.list()) add(session);
  }

  list(): readonly string[] {
    return [...this.#folders];
  }

  dispose(): void | Promise<void> {
    return this.#listening.dispose();
  }
}
