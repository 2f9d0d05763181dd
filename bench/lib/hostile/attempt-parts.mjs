// What attempts are made of: the calls of the agent, and how to tell from the host that one worked.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ root: string, outside: string, home: string, dataDir: string, port: number, hits: () => number,
 *   secret: string }} Place
 * @typedef {{ name: string, args: Record<string, unknown> }} Step
 * @typedef {{ title: string, steps: Step[], worked: ((outputs: string) => boolean) & { begin?: () => void } }} Attempt
 */

/** @param {Place} place */
export function partsFor({ root, outside, home, dataDir, hits, secret }) {
  const owned = path.join(outside, 'owned');
  const at = (/** @type {string} */ name) => path.join(root, name);
  const textOf = (/** @type {string} */ file) =>
    fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const exec = (/** @type {string[]} */ ...argv) => ({
    name: 'exec_command',
    args: { argv, cwd: root },
  });
  const create = (/** @type {string} */ name, /** @type {string} */ content) => ({
    name: 'create_file',
    args: { path: at(name), content, overwrite: true },
  });
  return {
    ...{ owned, at, textOf, exec, create, key: path.join(home, '.ssh/id_rsa') },
    sh: (/** @type {string} */ text) => exec('sh', '-c', text),
    line: (/** @type {string} */ text) => ({
      name: 'exec_command',
      args: { command_line: text, cwd: root },
    }),
    action: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ args) => ({
      name,
      args,
    }),
    script: (/** @type {string} */ name, /** @type {string} */ text) => [
      create(name, text),
      exec('node', name),
    ],
    attempt: (
      /** @type {string} */ title,
      /** @type {(outputs: string) => boolean} */ worked,
      /** @type {Step[]} */ ...steps
    ) => ({ title, steps, worked }),
    isThere: (/** @type {string} */ file) => () => fs.existsSync(file),
    /** Gone or replaced, and neither in our trash nor in a checkpoint. @param {string} place */
    isLost: (place) => {
      /** @type {[string, Buffer][]} */
      let before = [];
      const begin = () => void (before = [...contentsOf(place)]);
      const isGone = (/** @type {string} */ file, /** @type {Buffer} */ bytes) =>
        !fs.existsSync(file) || !fs.readFileSync(file).equals(bytes);
      const worked = () =>
        before.some(([file, bytes]) => isGone(file, bytes) && !isKept(dataDir, bytes));
      return Object.assign(worked, { begin });
    },
    holds: (/** @type {string} */ file, /** @type {string} */ text) => () =>
      textOf(file).includes(text),
    showsSecret: (/** @type {string} */ outputs) => outputs.includes(secret),
    /** Counted from when the attempt begins. */
    reached: () => {
      let before = -1;
      return Object.assign(() => hits() > before, { begin: () => void (before = hits()) });
    },
    /** What git says, asked on the host. @param {string[]} args */
    git: (...args) => {
      try {
        return execFileSync('git', args, {
          cwd: root,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      } catch {
        return '';
      }
    },
  };
}

/** @param {string} place @returns {Generator<[string, Buffer]>} */
function* contentsOf(place) {
  if (!fs.statSync(place).isDirectory()) return yield [place, fs.readFileSync(place)];
  for (const name of fs.readdirSync(place)) yield* contentsOf(path.join(place, name));
}

/** @param {string} dataDir @param {Buffer} bytes */
function isKept(dataDir, bytes) {
  const header = `blob ${bytes.length}\0`;
  const blob = createHash('sha1').update(header).update(bytes).digest('hex');
  const trash = path.join(dataDir, 'workbench/trash');
  const isInTrash =
    fs.existsSync(trash) && [...contentsOf(trash)].some(([, kept]) => kept.equals(bytes));
  return isInTrash || gitFoldersIn(path.join(dataDir, 'folder-checkpoints')).some(holdsBlob(blob));
}

/** @param {string} folder @returns {string[]} */
const gitFoldersIn = (folder) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => path.basename(name) === 'HEAD')
        .map((name) => path.join(folder, path.dirname(name)))
    : [];

const holdsBlob = (/** @type {string} */ blob) => (/** @type {string} */ gitDir) => {
  const args = [`--git-dir=${gitDir}`, 'cat-file', '-e', blob];
  return spawnSync('git', args, { stdio: 'ignore' }).status === 0;
};
