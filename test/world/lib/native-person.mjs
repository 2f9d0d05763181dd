// The user in front of the ask window while an agent works with its own tools.
import { setTimeout as sleep } from 'node:timers/promises';
import { readThrough } from './answer-asks.mjs';

/** @typedef {import('./answer-asks.mjs').Answer} Answer */

const allowNames = /^Allow (once|for \d|until )/;

/**
 * Answers every ask until the program has ended.
 * @template T
 * @param {import('playwright').Page} ask @param {Promise<T>} working @param {(read: string) => Answer} decide
 * @returns {Promise<{ ended: T, asks: string[] }>} what was read in each ask
 */
export async function answeredWhile(ask, working, decide) {
  /** @type {string[]} */
  const asks = [];
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
    return false;
  };
  const over = working.then(end, end);
  const form = ask.locator('main.ask');
  while (!state.isOver) {
    const shown = form.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([shown, over])) || state.isOver) continue;
    const read = await answered(ask, decide);
    if (read !== null) asks.push(read);
  }
  return { ended: await working, asks };
}

/**
 * A click that comes too early is not taken, and a person would click again.
 * @param {import('playwright').Page} ask @param {(read: string) => Answer} decide
 * @returns {Promise<string | null>} what was read; null if the ask went away by itself
 */
async function answered(ask, decide) {
  const form = ask.locator('main.ask');
  const shown = await form.elementHandle({ timeout: 2_000 }).catch(() => null);
  if (!shown) return null;
  await readThrough(ask);
  const read = await form.innerText({ timeout: 2_000 }).catch(() => null);
  if (read === null) return null;
  const answer = decide(read);
  for (let tries = 0; tries < 6 && (await isShown(shown)); tries += 1) {
    const clicking = 'deny' in answer ? deny(form, answer.deny) : allow(form);
    await clicking.catch(() => undefined);
    await shown.waitForElementState('hidden', { timeout: 2_000 }).catch(() => undefined);
  }
  return read;
}

/**
 * The page of a window that was just hidden may not answer at all.
 * @param {import('playwright').ElementHandle} form
 */
const isShown = (form) =>
  Promise.race([form.isVisible(), sleep(2_000, false, { ref: false })]).catch(() => false);

const quickly = { timeout: 3_000, noWaitAfter: true };

/** @param {import('playwright').Locator} form */
const allow = (form) =>
  form
    .getByRole('button', { name: allowNames })
    .and(form.page().locator('[aria-disabled="false"]'))
    .click(quickly);

/** @param {import('playwright').Locator} form @param {string} reason */
async function deny(form, reason) {
  const text = form.getByRole('textbox');
  if (!(await text.isVisible())) await form.getByRole('button', { name: 'Reply…' }).click(quickly);
  await text.fill(reason, { timeout: 3_000 });
  await form.getByRole('button', { name: 'Deny', exact: true }).click(quickly);
}
