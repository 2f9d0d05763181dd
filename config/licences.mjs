// The licences of the packages whose code is in a bundle want to be passed on with it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
/** The package that a module belongs to, also where packages lie within packages. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/**
 * Writes them into one file, for all the builds that are given this plugin.
 * @param {string} file
 * @returns {import('vite').Plugin}
 */
export function licencesIn(file) {
  /** @type {Set<string>} */
  const folders = new Set();
  return {
    name: 'gatehouse-licences',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
      for (const folder of packagesOf(modules)) folders.add(folder);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, licencesOf([...folders]));
    },
  };
}

/** @param {readonly string[]} modules */
export const packagesOf = (modules) => [
  ...new Set(modules.flatMap((id) => PACKAGE.exec(id.replace(/^\0/, '')) ?? [])),
];

/** @param {readonly string[]} folders of packages */
export function licencesOf(folders) {
  const licences = folders.map(licenceOf).toSorted();
  return `Gatehouse contains these packages.\n${[...new Set(licences)].join('')}`;
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  if (texts.length === 0 && !license) throw new Error(`${name} says nothing of its licence.`);
  const by = typeof author === 'string' ? author : (author?.name ?? 'its authors');
  const text = texts.length > 0 ? texts.join('\n\n') : `${license}, by ${by}`;
  return `\n${'='.repeat(80)}\n${name} ${version}\n\n${text}\n`;
}
