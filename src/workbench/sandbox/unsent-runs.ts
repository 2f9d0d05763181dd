/**
 * What programs left behind that were ended with the app: by then nobody takes a message. It is kept
 * on disk and sent at the next start, so that files that were set aside are recorded and asked about.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { RunEnded } from '../../shared/protocols/plugin-protocol.ts';

/** Of one run of the app; older ones are dropped first. */
const maxKept = 100;

export class UnsentRuns {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = path.join(stateFolder, 'ended-runs');
  }

  put(message: RunEnded): void {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, `${Date.now()}-${randomUUID()}.json`);
    const fd = fs.openSync(`${file}.new`, 'w', 0o600);
    try {
      fs.writeSync(fd, JSON.stringify(message));
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(`${file}.new`, file);
  }

  /** Each is dropped once it was sent. */
  sendAll(send: (message: RunEnded) => void): void {
    if (!fs.existsSync(this.#folder)) return;
    const names = fs.readdirSync(this.#folder).toSorted();
    for (const [at, name] of names.entries()) {
      const file = path.join(this.#folder, name);
      const message = at < names.length - maxKept ? null : readMessage(file);
      if (message) send(message);
      fs.rmSync(file, { force: true });
    }
  }
}

/** Null for one that was cut off while it was written. */
function readMessage(file: string): RunEnded | null {
  try {
    return RunEnded.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
