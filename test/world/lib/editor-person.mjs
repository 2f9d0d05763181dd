// The person before the screen: pairs the editor, and clicks yes in the ask window.
import { runCommand } from './editor-page.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof import('./gatehouse.mjs').startGatehouse>>} Gatehouse */

/** Asks in the editor, allows it in Gatehouse, and types the code. @param {Page} page @param {Gatehouse} gatehouse */
export async function pair(page, gatehouse) {
  await page.locator('#gatehouse\\.gatehouse\\.gatehouse').waitFor({ timeout: 60_000 });
  await runCommand(page, 'Gatehouse: Connect to Gatehouse');
  const main = await gatehouse.mainPage();
  await main.getByRole('button', { name: /^Inbox/ }).click();
  await main.getByRole('button', { name: 'Show the code' }).click({ timeout: 30_000 });
  const code = await main.locator('.pairing-code').textContent();
  const input = page.locator('.quick-input-widget input').first();
  await page.getByText('Type the eight digits').first().waitFor();
  await input.fill(code ?? '');
  await page.keyboard.press('Enter');
  await page
    .getByText('This editor is connected to Gatehouse.')
    .first()
    .waitFor({ timeout: 20_000 });
}

/**
 * Says yes to whatever is asked, as the window shows it; may look away for a while.
 * @param {Gatehouse} gatehouse
 */
export function yesMan({ askPage }) {
  let isThere = true;
  const over = new AbortController();
  const yes = askPage.locator('button.allow-button[aria-disabled="false"]').first();
  const answer = async () => {
    // A long call has to be read to its end first.
    const next = askPage.getByRole('button', {
      name: /^Show (more|everything|the next unread part)$/,
    });
    if (isThere && (await next.first().isVisible())) await next.first().click({ timeout: 2_000 });
    await typeName(askPage);
    if (isThere && (await yes.isVisible())) await yes.click({ timeout: 2_000 });
  };
  const clicking = (async () => {
    while (!over.signal.aborted) {
      if (isThere) await answer().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    /** @template T @param {() => Promise<T>} work */
    async whileAway(work) {
      isThere = false;
      try {
        return await work();
      } finally {
        isThere = true;
      }
    },
    async goes() {
      over.abort();
      await clicking;
    },
  };
}

/** What cannot be had back is typed by its name first. @param {Page} askPage */
async function typeName(askPage) {
  const field = askPage.locator('.type-name');
  if (!(await field.isVisible())) return;
  const name = (await field.locator('code').textContent()) ?? '';
  const box = field.getByRole('textbox');
  if ((await box.inputValue()) !== name) await box.pressSequentially(name, { timeout: 5_000 });
}
