/**
 * Which programs run for agents, on disk: after a crash of the workbench nobody watches their time
 * or output any more, so the next one ends them. A number alone could be somebody else's by then;
 * it counts only together with the moment its process began.
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

  /** Returns what forgets it. */
  keep(pid: number): () => void {
    const began = beginningOf(pid);
    if (began === null) return () => undefined;
    const file = path.join(this.#folder, String(pid));
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, began, { mode: 0o600 });
    return () => fs.rmSync(file, { force: true });
  }

  /** With everything they started in their groups. */
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

/** Null where there is no such process, or it cannot be determined. */
function beginningOf(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null;
    if (process.platform === 'linux') {
      // The name, which may hold anything, is in brackets; the 20th field after it is the moment.
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
    // It is gone already.
  }
}
