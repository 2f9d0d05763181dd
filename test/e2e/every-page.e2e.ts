/** Accessibility of every page: contrast, zoom, keyboard and reduced motion. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { askIsVisible, accessRequest } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';
import { goTo, agentsAtWork, pageNames } from './support/sample-work.ts';

const setTheme = (app: RunningApp, theme: 'light' | 'dark'): Promise<void> =>
  app.electron.evaluate(({ nativeTheme }, to) => void (nativeTheme.themeSource = to), theme);

async function axe(page: Page, where: string): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html.slice(0, 160)}`);
}

/** The number of pixels by which the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });

const zoom = (app: RunningApp, which: string, factor: number): Promise<void> =>
  app.electron.evaluate(
    ({ BrowserWindow }, [name, by]) =>
      BrowserWindow.getAllWindows()
        .find((one) => one.webContents.getURL().endsWith(String(name)))
        ?.webContents.setZoomFactor(Number(by)),
    [which, factor],
  );

test('every page and ask passes axe in light, dark and high contrast, and clips nothing at 200 %', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const app = await start();
  const { page, ask, root, opencode } = await agentsAtWork(app);
  const asked = opencode.callTool({
    name: 'request_access',
    arguments: {
      ...accessRequest(root),
      scopes: ['git:commit', 'run:tests'],
      reason: 'To commit it.',
    },
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  const found: string[] = [];
  const look = async (one: Page, name: string): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(app, theme);
      found.push(...(await axe(one, `${name}, ${theme}`)));
    }
    await one.emulateMedia({ forcedColors: 'active', contrast: 'more' });
    found.push(...(await axe(one, `${name}, high contrast`)));
    await one.screenshot({ path: `.cache/screenshots/contrast-${name}.png` });
    await one.emulateMedia({ forcedColors: null, contrast: null });
  };
  const names = await pageNames(page);
  for (const name of names) {
    await goTo(page, name);
    await look(page, name);
  }
  await look(ask, 'Ask');
  expect(found).toEqual([]);

  await zoom(app, 'main.html', 2);
  await zoom(app, 'ask.html', 2);
  for (const name of names) {
    await goTo(page, name);
    expect([name, await overflow(page)]).toEqual([name, 0]);
    await takeScreenshots(app, page, `zoom-${name}`);
  }
  expect(await overflow(ask)).toBe(0);
  await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeInViewport();
  await takeScreenshots(app, ask, 'zoom-ask');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await asked;
});

test('every page is reachable by keyboard, and reduced motion stops all animation', async ({
  start,
}) => {
  const app = await start();
  const page = await app.openMainWindow();
  const names = await pageNames(page);
  for (const [at, name] of names.entries()) {
    await page.keyboard.press(String(at + 1));
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
  for (const at of [0, 1]) {
    await page.keyboard.press('j');
    await expect(page.locator('.setting').nth(at)).toBeFocused();
  }
  await page.keyboard.press('9');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
  // The focus stays inside the dialog and returns to where it was.
  for (let tabs = 0; tabs < 5; tabs += 1) await page.keyboard.press('Tab');
  expect(await help.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one);
        return !/^0s(, 0s)*$/.test(transitionDuration) || animationName !== 'none';
      }).length,
  );
  expect(moving).toBe(0);
});
