import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { BlobStore } from '../../src/main/platform/blob-store.ts';
import { actions, type ActionName } from '../../src/shared/actions.ts';
import type { EventName } from '../../src/shared/events.ts';
import type { Outcome } from '../../src/shared/outcomes.ts';
import type { Bench, Happening } from '../../src/workbench/bench.ts';
import { confinedFilesOn } from '../../src/workbench/confined-files.ts';
import type { Room, Task } from '../../src/workbench/hand.ts';
import { scratch } from '../fakes/scratch.ts';
import { rootOf, taskIn } from './task.ts';

export interface Told extends Happening {
  readonly name: EventName;
  readonly session?: string;
}

/** A room on real files, with everything it tells written down. */
export function openRoom(open: (bench: Bench) => Room) {
  const state = scratch();
  const folder = fs.realpathSync(scratch());
  const told: Told[] = [];
  const blobs = new BlobStore(state);
  const bench: Bench = {
    version: '1.2.3',
    files: confinedFilesOn(process.platform),
    stateFolder: path.join(state, 'workbench'),
    tell: (name, about, session) =>
      void told.push({ ...about, name, ...(session ? { session } : {}) }),
    keep: (content) => blobs.put(content),
  };
  const room = open(bench);
  onTestFinished(async () => room.dispose());
  const task = (own: Partial<Task> = {}): Task => taskIn([rootOf(folder)], own);
  return { bench, blobs, folder, hands: room.hands, room, task, told };
}

export const codeOf = (outcome: Outcome | undefined): string =>
  outcome?.kind === 'done' ? 'done' : (outcome?.code ?? 'nothing');

/** What was done, as the catalogue promises it. */
export function doneBy(action: ActionName, outcome: Outcome | undefined) {
  if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const data: Readonly<Record<string, unknown>> = actions[action].result.parse(outcome.data);
  return { data, changes: outcome.changes ?? [] };
}
