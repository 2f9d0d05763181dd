/** The height of the window follows what the user opens; nothing else changes it while an ask is shown. */
import type { AskId } from '../../../shared/base/ids.ts';
import { askBridge } from './bridge.ts';

const heightOf = (selector: string): number =>
  document.querySelector(selector)?.getBoundingClientRect().height ?? 0;

/** Notes that are gone once everything was seen. */
const passingHeight = (): number =>
  [...document.querySelectorAll('.ask-footer [data-passing="true"]')].reduce((sum, note) => {
    const { height } = note.getBoundingClientRect();
    const { marginTop, marginBottom } = getComputedStyle(note);
    const margins = Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
    return height === 0 ? sum : sum + height + margins;
  }, 0);

/** The window height at which nothing scrolls. */
export const wholeHeight = (): number =>
  Math.ceil(
    ['.ask-header', '.ask-body', '.ask-footer', '.ask-more-inner'].reduce(
      (sum, part) => sum + heightOf(part),
      -passingHeight(),
    ),
  );

/** The page learns of its new size a moment after main has set it. */
const resizeMs = 200;

const resized = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, resizeMs);
    window.addEventListener(
      'resize',
      () => {
        window.clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Resolves when the window has its new size, or keeps the one it has. */
export async function fitWindow(askId: AskId): Promise<void> {
  const done = resized();
  try {
    await askBridge.fit(askId, wholeHeight());
  } catch {
    return;
  }
  await done;
}
