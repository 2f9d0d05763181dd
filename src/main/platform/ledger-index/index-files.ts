/**
 * Index files are numbered and the highest number is used. A new one is built under another name
 * and renamed when complete, so nothing has to be moved that another program may hold open.
 */
import fs from 'node:fs';
import path from 'node:path';

const fileName = /^audit-(\d{6,})\.sqlite$/;
const anyOfOurs = /^audit-(\d{6,})\.sqlite(?:\.part)?(?:-wal|-shm|-journal)?$/;

export class IndexFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'index');
  }

  newest(): string | null {
    const highest = Math.max(0, ...this.#numbers());
    return highest === 0 ? null : this.#file(highest);
  }

  /** The path to build the next file at, and its final path. */
  next(): { readonly part: string; readonly whole: string } {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const whole = this.#file(Math.max(0, ...this.#numbers()) + 1);
    const part = `${whole}.part`;
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      fs.rmSync(part + suffix, { force: true });
    return { part, whole };
  }

  /** On Windows, a file that another program holds open is deleted next time. */
  removeAllBut(kept: string): void {
    for (const name of this.#names()) {
      if (!anyOfOurs.test(name) || name.startsWith(path.basename(kept))) continue;
      try {
        fs.rmSync(path.join(this.#folder, name), { force: true });
      } catch {
        continue;
      }
    }
  }

  #numbers(): readonly number[] {
    return this.#names().map((name) => Number(fileName.exec(name)?.[1] ?? 0));
  }

  #names(): readonly string[] {
    try {
      return fs.readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #file(number: number): string {
    return path.join(this.#folder, `audit-${String(number).padStart(6, '0')}.sqlite`);
  }
}
