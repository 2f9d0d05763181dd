// The person at the ask window, when questions of several programs come in any order.

/** @typedef {{ allow: true } | { deny: string }} Answer */

const allowNames = /^Allow (once: |\d+ scopes? in \d+ folders? until )/;

/**
 * Reads the ask that is shown next, in full, and answers it. Resolves with what was read.
 * @param {import('playwright').Page} ask @param {(read: string) => Answer} decide
 */
export async function answerNextAsk(ask, decide) {
  const form = ask.locator('main.ask');
  await form.waitFor({ timeout: 120_000 });
  // The next question has a form of its own, even if it reads the same.
  const shown = await form.elementHandle();
  const inFull = form.getByRole('button', { name: 'Open in full' });
  // Where it fits after all, that is known a moment after it is drawn, and the button goes.
  const gone = () => inFull.waitFor({ state: 'hidden', timeout: 2_000 });
  if (await inFull.isVisible()) await inFull.click({ timeout: 2_000 }).catch(gone);
  const read = await form.innerText();
  const answer = decide(read);
  if ('deny' in answer) await deny(form, answer.deny);
  else await form.getByRole('button', { name: allowNames }).and(awake(ask)).click();
  await shown?.waitForElementState('hidden');
  return read;
}

/** @param {import('playwright').Page} ask */
const awake = (ask) => ask.locator('[aria-disabled="false"]');

/** @param {import('playwright').Locator} form @param {string} reason */
async function deny(form, reason) {
  await form.getByRole('button', { name: 'Say why' }).click();
  await form.getByRole('textbox').fill(reason);
  await form.getByRole('button', { name: 'Deny', exact: true }).click();
}
