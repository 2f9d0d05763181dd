/**
 * The programs that run for agents, recorded on disk: after a crash of the workbench nothing
 * limits their time or output any more, so the next workbench ends them. A pid alone may have been
 * reused; it counts only together with the process's start time.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { toolEnvironment } from './tool-environment.ts';

export class RunningPrograms {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = path.join(stateFolder, 'running');
  }

  /** Returns a function that removes the record. */
  keep(pid: number): () => void {
    const began = beginningOf(pid);
    if (began === null) return () => undefined;
    const file = path.join(this.#folder, String(pid));
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, began, { mode: 0o600 });
    return () => fs.rmSync(file, { force: true });
  }

  /** Including everything they started in their groups. */
  endLeftOver(): void {
    for (const name of this.#names()) {
      const file = path.join(this.#folder, name);
      const pid = Number(name);
      if (fs.readFileSync(file, 'utf8') === beginningOf(pid)) endGroup(pid);
      fs.rmSync(file, { force: true });
    }
  }

  #names(): readonly string[] {
    try {
      return fs.readdirSync(this.#folder).filter((name) => /^[1-9]\d*$/.test(name));
    } catch {
      return [];
    }
  }
}

/** Null if there is no such process, or it cannot be determined. */
function beginningOf(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null;
    if (process.platform === 'linux') {
      // The name, in brackets, may contain anything; the 20th field after it is the start time.
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    }
    const output = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: toolEnvironment(),
    });
    return output.trim() || null;
  } catch {
    return null;
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
