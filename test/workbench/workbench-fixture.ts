import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { BlobStore } from '../../src/main/platform/files/blob-store.ts';
import { actions, type ActionName } from '../../src/shared/actions/actions.ts';
import type { EventName } from '../../src/shared/protocols/session-events.ts';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import type {
  WorkbenchContext,
  WorkbenchEventData,
} from '../../src/workbench/workbench-context.ts';
import { confinedFiles } from '../../src/workbench/confined/files.ts';
import type { HandlerSet, Task } from '../../src/workbench/action-handler.ts';
import { scratch } from '../fakes/scratch.ts';
import { rootOf, taskIn } from './task.ts';

export interface EmittedEvent extends WorkbenchEventData {
  readonly name: EventName;
  readonly session?: string;
}

/** A room on real files, with everything it tells written down. */
export function openHandlers<Opened extends HandlerSet>(
  open: (context: WorkbenchContext) => Opened,
) {
  const state = scratch();
  const folder = fs.realpathSync(scratch());
  const emitted: EmittedEvent[] = [];
  const blobs = new BlobStore(state);
  const context: WorkbenchContext = {
    version: '1.2.3',
    files: confinedFiles,
    stateFolder: path.join(state, 'workbench'),
    emit: (name, about, session) =>
      void emitted.push({ ...about, name, ...(session ? { session } : {}) }),
    keep: (content) => blobs.put(content),
  };
  const remaining = open(context);
  onTestFinished(async () => remaining.dispose());
  const task = (own: Partial<Task> = {}): Task => taskIn([rootOf(folder)], own);
  return { context, blobs, folder, handlers: remaining.handlers, remaining, task, emitted };
}

export const codeOf = (outcome: Outcome | undefined): string =>
  outcome?.kind === 'done' ? 'done' : (outcome?.code ?? 'nothing');

/** What was done, as the catalogue promises it. */
export function doneBy(action: ActionName, outcome: Outcome | undefined) {
  if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const data: Readonly<Record<string, unknown>> = actions[action].result.parse(outcome.data);
  return { data, changes: outcome.changes ?? [] };
}
