// What the set-up has already made sure of. It lies inside node_modules, so that it goes when they go.
import { writeFileSync } from 'node:fs';
import { inRepo, readJsonOr } from './repo.mjs';

const file = inRepo('node_modules/.gatehouse-setup.json');

/** @typedef {{ dependencies?: string, checked?: string[] }} Stamp */

/** @returns {Stamp} */
export const readStamp = () => readJsonOr(file, {});

/** @param {Stamp} news */
export const addToStamp = (news) =>
  writeFileSync(file, `${JSON.stringify({ ...readStamp(), ...news }, null, 2)}\n`);
