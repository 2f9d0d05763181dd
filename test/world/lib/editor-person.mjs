// The person before the screen: pairs the editor, and clicks yes in the ask window.
import { runCommand } from './editor-page.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof import('./gatehouse.mjs').startGatehouse>>} Gatehouse */

/** Asks in the editor, allows it in Gatehouse, and types the code. @param {Page} page @param {Gatehouse} gatehouse */
export async function pair(page, gatehouse) {
  await page.locator('#gatehouse\\.gatehouse\\.gatehouse').waitFor({ timeout: 60_000 });
  await runCommand(page, 'Gatehouse: Connect to Gatehouse');
  const main = await gatehouse.mainPage();
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
 * Says yes to whatever is asked, as the window shows it, until it is told to stop.
 * @param {Gatehouse} gatehouse
 */
export function yesMan({ askPage }) {
  const over = new AbortController();
  const yes = askPage.locator('button.allow-button[aria-disabled="false"]').first();
  const clicking = (async () => {
    while (!over.signal.aborted) {
      // A long call has to be read to its end first.
      await askPage.evaluate(scrollAll).catch(() => undefined);
      if (await yes.isVisible().catch(() => false)) {
        await yes.click({ timeout: 2_000 }).catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    over.abort();
    await clicking;
  };
}

function scrollAll() {
  for (const one of document.querySelectorAll('*')) {
    if (one.scrollHeight > one.clientHeight) one.scrollTop = one.scrollHeight;
  }
}
