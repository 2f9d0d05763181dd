// Shared by the hub benches: talks to the processes they start and compares the measurements.
import { once } from 'node:events';
import { median, round, spread } from './figures.mjs';

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ p50: number, perSecond: number, cpu: number }} Seen */

/** @param {Child} child @returns {Promise<any>} */
export async function nextMessage(child) {
  const ended = new AbortController();
  const stop = () => ended.abort();
  child.once('exit', stop);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', stop);
  return message;
}

/** @param {Child} child @param {object} message */
export const asked = (child, message) => {
  const answer = nextMessage(child);
  child.send(message);
  return answer;
};

const units = { p50: 'µs', perSecond: '/s', cpu: 'µs' };

/**
 * @param {string} name
 * @param {[Seen[], Seen[]]} contenders
 * @param {keyof Seen} of
 * @param {string | null} target
 */
export function compared(name, [ours, theirs], of, target) {
  const ratios = ours.map((our, at) => our[of] / theirs[at][of]);
  const ratio = round(median(ratios));
  const [sign, bound] = target?.split(' ') ?? [];
  const fits = sign === '≤' ? ratio <= Number(bound) : ratio >= Number(bound);
  const own = (/** @type {Seen[]} */ all) =>
    `${round(median(all.map((item) => item[of])))} ${units[of]}`;
  return {
    name,
    ratio,
    target: target ?? 'none',
    ...(target === null ? {} : { ok: fits }),
    spread: spread(ratios),
    ours: own(ours),
    theirs: own(theirs),
  };
}
