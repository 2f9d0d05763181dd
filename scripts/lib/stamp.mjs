// Records which setup steps are done. Stored in node_modules, so that deleting it repeats them.
import { writeFileSync } from 'node:fs';
import { inRepo, readJsonOr } from './repo.mjs';

const file = inRepo('node_modules/.gatehouse-setup.json');

/** @typedef {{ dependencies?: string, checked?: string[] }} Stamp */

/** @returns {Stamp} */
export const readStamp = () => readJsonOr(file, {});

/** @param {Stamp} changed */
export const addToStamp = (changed) =>
  writeFileSync(file, `${JSON.stringify({ ...readStamp(), ...changed }, null, 2)}\n`);
