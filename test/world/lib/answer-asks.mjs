// The person at the ask window, when questions of several programs come in any order.

/** @typedef {{ allow: true } | { deny: string }} Answer */

const allowNames = /^Allow (once|for \d|until )/;

/**
 * Reads the ask that is shown next, in full, and answers it. Resolves with what was read.
 * @param {import('playwright').Page} ask @param {(read: string) => Answer} decide
 */
export async function answerNextAsk(ask, decide) {
  const form = ask.locator('main.ask');
  await form.waitFor({ timeout: 120_000 });
  // The next question has a form of its own, even if it reads the same.
  const shown = await form.elementHandle();
  await readThrough(ask);
  const read = await form.innerText();
  const answer = decide(read);
  if ('deny' in answer) await deny(form, answer.deny);
  else await form.getByRole('button', { name: allowNames }).and(awake(ask)).click();
  await shown?.waitForElementState('hidden');
  return read;
}

/**
 * Everything of an ask has to have been on screen before a yes: looks at it part by part.
 * @param {import('playwright').Page} ask
 */
export async function readThrough(ask) {
  const more = ask.getByRole('button', { name: /^Show (more|everything)$/ });
  const next = ask.getByRole('button', { name: 'Show the next unread part' });
  const unread = ask.locator('.allow-obstacle', { hasText: 'enable Allow' });
  // What there is to read is known a moment after it is drawn.
  await ask.waitForTimeout(400);
  for (let looks = 0; looks < 300 && (await unread.isVisible()); looks += 1) {
    for (const button of [more, next])
      if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => undefined);
    await ask.waitForTimeout(150);
  }
}

/** @param {import('playwright').Page} ask */
const awake = (ask) => ask.locator('[aria-disabled="false"]');

/** @param {import('playwright').Locator} form @param {string} reason */
async function deny(form, reason) {
  await form.getByRole('button', { name: 'Reply…' }).click();
  await form.getByRole('textbox').fill(reason);
  await form.getByRole('button', { name: 'Deny', exact: true }).click();
}
