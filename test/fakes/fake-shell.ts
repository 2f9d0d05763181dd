/** The shell without Electron: the workbench runs in this process, and the human is a function. */
import type { ShellDeps } from '../../src/main/shell/shell-deps.ts';
import type { Shell } from '../../src/main/shell/shell.ts';
import { SandboxHost } from '../../src/main/platform/sandbox/network/sandbox-host.ts';
import { Workbench } from '../../src/workbench/workbench.ts';

export const noKeyring: Shell['keyring'] = {
  fingerprint: () => Promise.resolve(null),
  unseal: () => Promise.resolve(null),
};

export function fakeShell(onOpen: (app: ShellDeps) => void = () => undefined): Shell {
  return {
    keyring: noKeyring,
    command: { program: '/opt/gatehouse/gatehouse', args: [], env: {} },
    startWorkbench(shown) {
      const workbench = new Workbench({ ...shown, onClosed: () => undefined });
      workbench.start();
      return { ask: workbench.runUserTask, dispose: () => workbench.dispose() };
    },
    startSandboxHost(link) {
      const host = new SandboxHost({ send: (message) => link.onMessage(structuredClone(message)) });
      return {
        send: (message) => {
          if (message.kind !== 'end') host.receive(structuredClone(message));
        },
        dispose: () => host.dispose(),
      };
    },
    updateInstaller: {
      way: 'checkout',
      built: { feed: null, publicKey: null },
      download: () => Promise.reject(new Error('nothing is installed in tests')),
    },
    // A browser whose user agrees to everything.
    openExternal: async (url) => void (await fetch(url)),
    isScreenLocked: async () => false,
    open(app) {
      onOpen(app);
      return {
        showMainWindow: () => undefined,
        raiseMainWindow: () => undefined,
        dispose: () => undefined,
      };
    },
  };
}
