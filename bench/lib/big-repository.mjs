// Makes a git repository of many files, always the same one, once: later runs find it in .cache.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const filesPerFolder = 100;
const words = 'account badge cache deploy editor filter gateway header import journal'.split(' ');

/** About 2 KB each; `rareWord` stands in every 1,000th. @param {number} nth */
function textOf(nth) {
  const lines = Array.from({ length: 40 }, (_, line) => {
    const word = words[(nth + line) % words.length];
    return `export const ${word}${line} = ${word}('${words[(nth * 7 + line) % words.length]}', ${nth});`;
  });
  if (nth % 1_000 === 0) lines[20] = `export const rareWord = ${nth};`;
  return `${lines.join('\n')}\n`;
}

/** @param {number} nth */
const nameOf = (nth) => {
  const folder = Math.floor(nth / filesPerFolder);
  return `packages/part-${folder % 20}/src/room-${folder}/${words[nth % words.length]}-${nth}.ts`;
};

/** @param {string} folder @param {number} files @returns {string} */
export function bigRepository(folder, files) {
  const made = path.join(folder, '.git', 'gatehouse-bench');
  if (fs.existsSync(made)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  for (let nth = 0; nth < files; nth += 1) {
    const file = path.join(folder, nameOf(nth));
    if (nth % filesPerFolder === 0) fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, textOf(nth));
  }
  fs.mkdirSync(path.join(folder, 'out'));
  for (let nth = 0; nth < 1_000; nth += 1)
    fs.writeFileSync(path.join(folder, 'out', `${nth}.js`), textOf(0));
  fs.writeFileSync(path.join(folder, '.gitignore'), 'out/\n');
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', [
      '-C',
      folder,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@x.invalid',
      ...args,
    ]);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  fs.writeFileSync(made, '');
  return folder;
}
