/** The shell without Electron: the workbench runs in this process, and the human is a function. */
import type { House } from '../../src/main/shell/house.ts';
import type { Shell } from '../../src/main/shell/shell.ts';
import { Workbench } from '../../src/workbench/workbench.ts';

export const noKeyring: Shell['keyring'] = {
  seal: () => Promise.resolve(null),
  unseal: () => Promise.resolve(null),
};

export function fakeShell(onOpen: (house: House) => void = () => undefined): Shell {
  return {
    keyring: noKeyring,
    command: { program: '/opt/gatehouse/gatehouse', args: [], env: {} },
    startWorkbench(told) {
      const workbench = new Workbench({ ...told, onClosed: () => undefined });
      workbench.start();
      return { ask: workbench.forOwner, dispose: () => workbench.dispose() };
    },
    open(house) {
      onOpen(house);
      return { showMainWindow: () => undefined, dispose: () => undefined };
    },
  };
}
