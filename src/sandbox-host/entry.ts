/** Entry point of the sandbox host's utility process. It ends with main: on 'end', or when its port closes. */
import '../shared/base/freeze-prototypes.ts';
import type { ParentPort } from 'electron';
import type { ToSandboxHost } from '../shared/sandbox/network-protocol.ts';
import { SandboxHost } from '../main/platform/sandbox/network/sandbox-host.ts';

const { parentPort } = process as typeof process & { parentPort: ParentPort };

/** Holders end with this process, whether they answer or not. */
const maxEndingMs = 2_000;

const host = new SandboxHost({ send: (message) => parentPort.postMessage(message) });

function end(): void {
  setTimeout(() => process.exit(1), maxEndingMs);
  void host.dispose().finally(() => process.exit(0));
}

parentPort.on('message', ({ data }: { data: ToSandboxHost }) => {
  if (data.kind === 'end') end();
  else host.receive(data);
});
