// A ledger of a million entries, made once: it takes half a minute. Another generator makes another one.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const repo = path.resolve(import.meta.dirname, '../..');
const generator = path.join(import.meta.dirname, 'busy-ledger.mjs');

/** @param {string} electron @param {NodeJS.ProcessEnv} asNode @param {number} entries */
export async function madeLedger(electron, asNode, entries) {
  const made = `busy-ledger-${fs.statSync(generator).size}-${entries}`;
  const folder = path.join(repo, '.cache', made);
  if (fs.existsSync(folder)) return folder;
  const part = `${folder}.part`;
  fs.rmSync(part, { recursive: true, force: true });
  fs.mkdirSync(part, { recursive: true });
  await promisify(execFile)(electron, [generator, part, String(entries)], { env: asNode });
  fs.renameSync(part, folder);
  return folder;
}

/** For an app to go on with: only the newest segment is ever written to, so the others are shared.
 * @param {string} ledger @param {string} dataDir */
export function lendLedger(ledger, dataDir) {
  const [from, to] = [path.join(ledger, 'audit'), path.join(dataDir, 'audit')];
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  const segments = fs.readdirSync(from).toSorted();
  for (const name of segments) {
    const isNewest = name === segments.at(-1);
    if (isNewest) fs.copyFileSync(path.join(from, name), path.join(to, name));
    else shared(path.join(from, name), path.join(to, name));
  }
}

/** @param {string} from @param {string} to */
function shared(from, to) {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}
