// Answers asks in the real ask window, by clicks, and measures what is on the screen.

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').ElectronApplication} ElectronApplication */
/** @typedef {{ kind: string, words: number, height: number, scrolls: string[], headline: string }} SeenAsk */
/** @typedef {'widest' | 'deny'} Manner */

const answerMs = 90_000;
const stepMs = 120;

/** The first that is there and on; the rest of an ask may have to be read first. */
const yesButtons = [
  '.allow-button[data-answer="always"]',
  '.allow-button:has-text("Allow and save rule")',
  '.allow-button:has-text("Always here")',
  '.allow-button[data-answer="session"]',
  '.allow-button:has-text("for the rest of the session")',
  '.allow-button',
];

/** @param {ElectronApplication} app @param {Page} page @param {() => string} callKind */
export function answerAsks(app, page, callKind) {
  /** @type {Manner} */
  let manner = 'widest';
  /** @type {SeenAsk[]} */
  const seen = [];
  const over = new AbortController();
  const work = (async () => {
    while (!over.signal.aborted) {
      if (await isShown(app)) {
        const ask = await look(app, page, callKind());
        if (ask) {
          seen.push(ask);
          await answer(app, page, manner);
          continue;
        }
      }
      await page.waitForTimeout(stepMs);
    }
  })();
  return {
    seen,
    /** From now on. @param {Manner} next */
    now(next) {
      manner = next;
    },
    /** When no ask is on the screen. */
    async idle() {
      do await page.waitForTimeout(2 * stepMs);
      while (await isShown(app));
    },
    async stop() {
      over.abort();
      await work;
    },
  };
}

/** Playwright now and then loses an answer; then it is looked at again. @param {ElectronApplication} app */
const isShown = (app) =>
  app
    .evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some(
        (window) => window.webContents.getURL().endsWith('ask.html') && window.isVisible(),
      ),
    )
    .catch(() => false);

/** What a person sees when the window comes up. Null where it has gone again.
 * @param {ElectronApplication} app @param {Page} page @param {string} call @returns {Promise<SeenAsk | null>} */
async function look(app, page, call) {
  await page.waitForTimeout(stepMs);
  if ((await page.locator('.allow-button, .deny-button').count()) === 0) return null;
  const shown = await page.evaluate(() => {
    // What the question is about, such as a diff, is counted apart from our own words. So is what a
    // screen reader alone says.
    const shownCall = [...document.querySelectorAll('.evidence, .diff')]
      .filter((item) => item.parentElement?.closest('.evidence, .diff') === null)
      .map((item) => /** @type {HTMLElement} */ (item).innerText);
    const spoken = [...document.querySelectorAll('.only-spoken')].map(
      (item) => /** @type {HTMLElement} */ (item).innerText,
    );
    const headline = document.querySelector('h1, h2')?.textContent?.trim() ?? '';
    const scrolls = [...document.querySelectorAll('*')].flatMap((item) => {
      const isCut = item.scrollHeight > item.clientHeight + 2 && item.clientHeight > 0;
      const { overflowY } = getComputedStyle(item);
      return isCut && (overflowY === 'auto' || overflowY === 'scroll') ? [item.className] : [];
    });
    const isAccess =
      document.querySelector('.allow-button[data-answer="allow"]') !== null ||
      /^Allow \d+ scopes?/.test(document.querySelector('.allow-button')?.textContent ?? '');
    const isNetwork = document.querySelector('[class*="network"]') !== null;
    const notRead = [...shownCall, ...spoken].join(' ');
    const texts = { all: document.body.innerText, notRead };
    return { texts, headline, scrolls, isAccess, isNetwork };
  });
  const [, height = 0] = await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((item) =>
      item.webContents.getURL().endsWith('ask.html'),
    );
    return window?.getSize() ?? [];
  });
  const kind = shown.isAccess ? 'access' : shown.isNetwork ? `network, ${call}` : call;
  const words = wordsIn(shown.texts.all) - wordsIn(shown.texts.notRead);
  return { kind, words, height, scrolls: shown.scrolls, headline: shown.headline };
}

/** @param {string} text */
const wordsIn = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** @param {ElectronApplication} app @param {Page} page @param {Manner} manner */
async function answer(app, page, manner) {
  const before = await page.evaluate(() => document.body.innerText.slice(0, 400));
  const until = performance.now() + answerMs;
  const isStill = async () => (await isShown(app)) && (await stableText(page)) === stable(before);
  while (performance.now() < until && (await isStill())) {
    await (manner === 'deny' ? deny(page) : allow(page));
    await page.waitForTimeout(stepMs);
  }
  if (await isStill()) throw new Error(`An ask could not be answered:\n${before}`);
}

/** Without the time that is left. @param {string} text */
const stable = (text) =>
  text.replaceAll(/\d+[:\d]*|left|sec\w*|min\w*|paused.*/g, '').slice(0, 200);
/** @param {Page} page */
const stableText = async (page) =>
  stable(await page.evaluate(() => document.body.innerText.slice(0, 400)));

/** @param {Page} page */
async function deny(page) {
  const button = page.getByRole('button', { name: /^(Deny|Leave in trash)/ }).first();
  await button.click({ timeout: 1_000 }).catch(() => undefined);
}

/** As widely as it is offered, until it is removed. @param {Page} page */
async function allow(page) {
  for (const name of [/^Show (more|everything)$/, 'Show the next unread part']) {
    const more = page.getByRole('button', { name }).first();
    if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
  }
  const keep = page
    .locator(
      '.keep-toggle[aria-expanded="false"], .link-button[aria-expanded="false"]:has-text("Always allow")',
    )
    .first();
  if (await keep.isVisible()) {
    await keep.click({ timeout: 1_000 }).catch(() => undefined);
    await page.waitForTimeout(stepMs);
  }
  const box = page.locator('.type-name input');
  if (await box.isVisible())
    await box.fill((await page.locator('.type-name code').first().textContent()) ?? '');
  const forGood = page.getByRole('radio', { name: 'Until you remove it' });
  if (await forGood.isVisible()) await forGood.check({ timeout: 1_000 }).catch(() => undefined);
  for (const selector of yesButtons) {
    const button = page.locator(selector).first();
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: 1_000 }).catch(() => undefined);
    return;
  }
}
