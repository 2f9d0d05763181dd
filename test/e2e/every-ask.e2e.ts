/** Every kind of ask in the real ask window: accessibility in light and dark, height, and nothing cut off. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { asks } from '../../dev/ask-fixtures.ts';
import { pushChannels } from '../../src/shared/ipc/channels.ts';
import type { AskView } from '../../src/shared/ipc/ask-window.ts';
import { noHistory } from '../renderer/samples.ts';
import { expect, test, type RunningApp } from './support/app.ts';
import { project } from './support/asks.ts';
import { Editor } from './support/editor.ts';
import { takeScreenshots } from './support/screenshots.ts';

/** What an ask may need of a screen of 1366×768. */
const mostHeight = 768;
/** Of a screen of 900×600. */
const smallHeight = 600;
/** With hidden characters or an unknown caller the details are open, and may be scrolled. */
const isLong = (name: string): boolean => /changed|claimed|marks/.test(name);

const noSandbox = {
  sentence: "Commands can't be sandboxed on this computer (bubblewrap is not installed).",
  fix: 'Install it: "sudo apt install bubblewrap". Then restart Gatehouse.',
};

function views(): readonly (readonly [string, AskView])[] {
  const around = { moreWaiting: 0, history: noHistory, hasSandbox: true };
  const alone = Object.entries(asks).map(([name, ask]) => [name, { ...around, ask }] as const);
  const batch = ['network', 'command', 'hook'].flatMap((name) => {
    const ask = asks[name];
    return ask?.kind === 'confirm' ? [{ ask, isWaiting: true }] : [];
  });
  const [first] = batch;
  const { access } = asks;
  if (!first || !access) throw new Error('there are no fixtures');
  return [
    ...alone,
    ['batch', { ...around, ask: first.ask, batch }],
    ['access-no-sandbox', { ...around, ask: access, hasSandbox: false, noSandbox }],
  ];
}

/** Sends the ask as main does, and makes the window as high as main would on such a screen. */
async function show(app: RunningApp, ask: Page, view: AskView, screen: number): Promise<number> {
  const sized = (height: number): Promise<void> =>
    app.electron.evaluate(
      ({ BrowserWindow }, { channel, sent, to }) => {
        const window = BrowserWindow.getAllWindows().find((one) =>
          one.webContents.getURL().endsWith('ask.html'),
        );
        window?.setContentSize(480, to);
        window?.showInactive();
        window?.webContents.send(channel, sent);
      },
      { channel: pushChannels.ask, sent: view, to: height },
    );
  await sized(screen);
  await expect(ask.locator('main.ask')).toBeVisible();
  await ask.waitForTimeout(150);
  const wanted = await ask.evaluate(() =>
    ['.ask-header', '.ask-body', '.ask-footer', '.ask-more-inner']
      .map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0)
      .reduce((sum, height) => sum + height, 0),
  );
  await sized(Math.min(screen, Math.ceil(wanted)));
  await ask.waitForTimeout(250);
  return wanted;
}

/** Allow wakes up 600 ms after it was painted; while its colour changes, axe sees one that nobody reads. */
async function animationsFinished(page: Page): Promise<void> {
  await page.waitForTimeout(700);
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const late = new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.race([Promise.allSettled(finite.map(({ finished }) => finished)), late]);
  });
}

async function axe(page: Page): Promise<readonly string[]> {
  await animationsFinished(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
}

test('every kind of ask passes axe in light and dark, and fits a screen of 1366×768', async ({
  start,
}) => {
  test.setTimeout(600_000);
  const app = await start();
  const ask = await app.askPage();
  const found: string[] = [];
  for (const [name, view] of views()) {
    await test.step(name, async () => {
      const height = await show(app, ask, view, mostHeight);
      if (!isLong(name) && height > mostHeight) found.push(`${name}: ${height} px high`);
      const wide = await ask.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${name}: ${wide} px too wide`);
      for (const theme of ['light', 'dark'] as const) {
        await app.electron.evaluate(
          ({ nativeTheme }, to) => void (nativeTheme.themeSource = to),
          theme,
        );
        found.push(...(await axe(ask)).map((one) => `${name}, ${theme}: ${one}`));
      }
      await takeScreenshots(app, ask, `every-ask-${name}`);
      if (height <= smallHeight) return;
      // The answers stay on the screen, however small it is.
      await show(app, ask, view, smallHeight);
      await expect(ask.locator('.ask-footer .answers')).toBeInViewport();
      await takeScreenshots(app, ask, `every-ask-${name}-600`);
    });
  }
  expect(found).toEqual([]);
});

test('an editor that is paired with a code passes axe', async ({ start }) => {
  const app = await start();
  const editor = new Editor(app, 'one', project().root);
  await editor.waitFor('pairing');
  const page = await app.mainPage();
  await expect(page.getByRole('button', { name: 'Show the code' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect(page.locator('.pairing-code')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await app.electron.evaluate(
      ({ nativeTheme }, to) => void (nativeTheme.themeSource = to),
      theme,
    );
    expect([theme, await axe(page)]).toEqual([theme, []]);
  }
  await takeScreenshots(app, page, 'pairing-code');
  editor.socket.terminate();
});
