// The person who agrees to whatever is asked while sandboxed work goes on: access, and each host for
// the rest of the session.
import { readThrough } from './answer-asks.mjs';

/**
 * Agrees until it is stopped.
 * @param {import('playwright').Page} ask
 * @param {(read: string) => boolean} [isLeft] asks that are left for later
 */
export function agreeToAll(ask, isLeft = () => false) {
  /** @type {string[]} */
  const read = [];
  const stopped = new AbortController();
  const form = ask.locator('main.ask');
  const answer = async () => {
    if (!(await form.isVisible())) return ask.waitForTimeout(50);
    const text = await form.innerText();
    if (isLeft(text)) {
      if (read.at(-1) !== text) read.push(text);
      return ask.getByRole('button', { name: /^Not now/ }).click({ timeout: 5_000 });
    }
    await readThrough(ask);
    const awake = ask.locator('button.allow-button[aria-disabled="false"]');
    const session = awake.filter({ hasText: /^This session/ });
    const button = (await session.count()) > 0 ? session.first() : awake.first();
    await button.click({ timeout: 5_000 });
    if (read.at(-1) !== text) read.push(text);
    return undefined;
  };
  const running = (async () => {
    // A click that comes too early is not taken, and an ask may be gone again: both are tried anew.
    while (!stopped.signal.aborted) await answer().catch(() => undefined);
  })();
  return {
    /** What was read, ask by ask. */
    read,
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
