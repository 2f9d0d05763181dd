/** Programs that the run starts without a sandbox: they end with it, also when it is interrupted. */
import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

export function endingWithUs(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

export function endOwnProcesses(): void {
  for (const { pid } of running) {
    try {
      // With what they started in their group.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}
