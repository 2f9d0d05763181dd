/**
 * Entry point of the workbench utility process. Connects to the hub, serves the user's tasks over
 * the parent port, and exits on 'end' or when the hub is gone.
 */
import '../shared/base/freeze-prototypes.ts';
import type { ParentPort } from 'electron';
import fs from 'node:fs/promises';
import type { OwnerMessage } from '../shared/files/file-history.ts';
import { Workbench } from './workbench.ts';

interface StartMessage {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers: Readonly<Record<string, readonly string[]>>;
}

interface Ping {
  readonly ping: number;
}

const { parentPort } = process as typeof process & { parentPort: ParentPort };

/** Programs get two seconds to exit; a hanging language server is not waited for. */
const maxEndingMs = 4_000;

/** Also checks the file system: its few threads may all be stuck. */
async function pong(number: number, dataDir: string): Promise<void> {
  await fs.stat(dataDir).catch(() => undefined);
  parentPort.postMessage({ pong: number });
}

parentPort.once('message', ({ data }: { data: StartMessage }) => {
  const workbench = new Workbench({ ...data, onClosed: end });
  let ending = false;
  function end(): void {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), maxEndingMs);
    void Promise.resolve(workbench.dispose()).finally(() => process.exit(0));
  }
  workbench.start();
  parentPort.on('message', ({ data: task }: { data: OwnerMessage | Ping | 'end' }) => {
    if (task === 'end') return end();
    if ('ping' in task) return void pong(task.ping, data.dataDir);
    workbench.runUserTask(task.name, task.task).then(
      (reply) => parentPort.postMessage({ id: task.id, reply }),
      (error: unknown) => parentPort.postMessage({ id: task.id, error: String(error) }),
    );
  });
});
