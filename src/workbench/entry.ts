/** The utility process: told once where the hub is, ends when the hub is gone. */
import type { ParentPort } from 'electron';
import { Workbench } from './workbench.ts';

interface Told {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
}

const { parentPort } = process as typeof process & { parentPort: ParentPort };

parentPort.once('message', ({ data }: { data: Told }) => {
  const workbench = new Workbench({ ...data, onClosed: () => process.exit(0) });
  workbench.start();
});
