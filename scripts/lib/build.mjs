import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, say, secondsSince } from './command.mjs';
import { inRepo } from './repo.mjs';

const SOURCES = ['src', 'extensions', 'config', 'package.json', 'package-lock.json'];
const stampFile = inRepo('dist/.stamp');

/** Builds dist/ when a source changed since the last time. */
export async function build({ force = false } = {}) {
  const state = stateOfSources();
  if (!force && state === lastBuiltState()) return;
  const started = performance.now();
  const nodeEnv = process.env.NODE_ENV;
  rmSync(stampFile, { force: true });
  try {
    // Loaded here, because neither can be before the dependencies are installed.
    const vite = await import('vite');
    const { parts } = await import('../../config/vite.mjs');
    for (const part of parts) await vite.build(part);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    throw new Failure('The build failed, see above.', 'mend the source and run the command again.');
  } finally {
    // Vite sets it to production, which the tests we start next must not inherit.
    if (nodeEnv === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnv;
  }
  writeFileSync(stampFile, state);
  say(`Built dist/ in ${secondsSince(started)}.`);
}

function lastBuiltState() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

function stateOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesIn(inRepo(source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

/** @param {string} place a file or a folder @returns {string[]} in a stable order */
function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).toSorted();
  return names.flatMap((name) => filesIn(path.join(place, name)));
}
