/** Screenshots of the real windows, light and dark. */
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { RunningApp } from './app.ts';

export const screenshotFolder = path.resolve(
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
