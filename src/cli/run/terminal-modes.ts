/**
 * The modes of the user's terminal. Node's raw mode leaves line ends of the output to the terminal, which
 * would change what the agent's own terminal has written; `stty` turns that off, too.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

export class TerminalModes {
  /** As they were before; null where there is no `stty`. */
  #usual: string | null = null;

  setRaw(isRaw: boolean): void {
    if (isRaw) this.#usual ??= stty(['-g'])?.trim() ?? null;
    if (this.#usual === null || stty(isRaw ? ['raw', '-echo'] : [this.#usual]) === null)
      process.stdin.setRawMode(isRaw);
    if (!isRaw) this.#usual = null;
  }
}

function stty(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('stty', args, {
    stdio: ['inherit', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  return status === 0 ? stdout : null;
}
