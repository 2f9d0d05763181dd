/** The utility process: told where the hub is, then what the owner asks; ends when told so, or when the hub is gone. */
import type { ParentPort } from 'electron';
import type { OwnerMessage } from '../shared/file-history.ts';
import { Workbench } from './workbench.ts';

interface Told {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers: Readonly<Record<string, readonly string[]>>;
}

const { parentPort } = process as typeof process & { parentPort: ParentPort };

/** Programs get two seconds to end by themselves; a language server that hangs is not waited for. */
const mostEndingMs = 4_000;

parentPort.once('message', ({ data }: { data: Told }) => {
  const workbench = new Workbench({ ...data, onClosed: end });
  let ending = false;
  function end(): void {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), mostEndingMs);
    void Promise.resolve(workbench.dispose()).finally(() => process.exit(0));
  }
  workbench.start();
  parentPort.on('message', ({ data: task }: { data: OwnerMessage | 'end' }) => {
    if (task === 'end') return end();
    workbench.forOwner(task.name, task.task).then(
      (reply) => parentPort.postMessage({ id: task.id, reply }),
      (error: unknown) => parentPort.postMessage({ id: task.id, trouble: String(error) }),
    );
  });
});
