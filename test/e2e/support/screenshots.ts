/** Screenshots of the real windows, light and dark. */
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { RunningApp } from './app.ts';

/** Of the images that the documents show. */
export const docsFolder = path.resolve(import.meta.dirname, '../../../docs/screenshots');

const screenshotFolder = path.resolve(
  import.meta.dirname,
  '../../..',
  process.env['GATEHOUSE_SCREENSHOTS'] ?? '.cache/screenshots',
);

export async function takeScreenshots(app: RunningApp, page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await app.electron.evaluate(
      ({ nativeTheme }, source) => void (nativeTheme.themeSource = source),
      theme,
    );
    await page.waitForFunction(
      (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
      theme === 'dark',
    );
    await page.screenshot({ path: path.join(screenshotFolder, `${name}-${theme}.png`) });
  }
}

/** The smallest laptop screen that is still common, and a small window on it. */
const sizes = [
  [900, 600],
  [1366, 768],
] as const;

/** The main window in both themes and sizes. */
export async function takeInSizes(app: RunningApp, page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    await app.electron.evaluate(
      ({ BrowserWindow }, size) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.webContents.getURL().endsWith('main.html'))
          ?.setContentSize(size.width, size.height),
      { width, height },
    );
    await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
    await takeScreenshots(app, page, `${name}-${width}x${height}`);
  }
}
