/** The thread in which other programs' files are parsed. It has no access to main's state. */
import '../../../../shared/base/freeze-prototypes.ts';
import { parentPort } from 'node:worker_threads';
import {
  configTasks,
  type PlanSetup,
  type ReadClient,
  type ReadExternalEdit,
} from './config-tasks.ts';
import type { ReadServers } from '../servers/server-entries.ts';
import type { UnreadableFile } from './read-config.ts';

export type ConfigTask =
  | {
      readonly kind: 'readClient';
      readonly input: ReadClient;
      readonly unreadable: readonly UnreadableFile[];
    }
  | {
      readonly kind: 'readServers';
      readonly input: ReadServers;
      readonly unreadable: readonly UnreadableFile[];
    }
  | { readonly kind: 'planSetup'; readonly input: PlanSetup }
  | { readonly kind: 'readExternalEdit'; readonly input: ReadExternalEdit };

export type FromConfigWorker =
  | { readonly kind: 'file'; readonly file: string; readonly stamp: string }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly why: string };

const say = (message: FromConfigWorker): void => parentPort?.postMessage(message);

const onFile = (file: string, stamp: string): void => say({ kind: 'file', file, stamp });

function run(task: ConfigTask): Promise<unknown> {
  switch (task.kind) {
    case 'readClient':
      return configTasks.readClient(task.input, { onFile, unreadable: task.unreadable });
    case 'readServers':
      return configTasks.readServers(task.input, { onFile, unreadable: task.unreadable });
    case 'planSetup':
      return configTasks.planSetup(task.input);
    case 'readExternalEdit':
      return configTasks.readExternalEdit(task.input);
  }
}

parentPort?.on('message', (task: ConfigTask) => {
  run(task).then(
    (output) => say({ kind: 'done', output }),
    (error: unknown) => say({ kind: 'failed', why: String(error).slice(0, 500) }),
  );
});
