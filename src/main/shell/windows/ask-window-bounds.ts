/**
 * Position and height of the ask window: on the screen that the user works on, and high enough to
 * show a short ask without scrolling.
 */
import { screen, type BrowserWindow, type Rectangle } from 'electron';

export const askSize = { width: 500, height: 740 };
/** What is longer than this is scrolled: a window from edge to edge would hide all other work. */
const preferredMax = 900;
/** Some window managers round the height a moment after it was set. */
const rounding = 4;

interface Heights {
  /** The height that the user gave the window, or our default. */
  readonly own: number;
  /** The height of the whole ask. */
  readonly wanted: number;
  /** The height of the screen. */
  readonly maxHeight: number;
}

export const heightFor = ({ own, wanted, maxHeight }: Heights): number =>
  Math.min(maxHeight, Math.max(own, Math.min(wanted, preferredMax)));

export class AskWindowBounds {
  readonly #window: BrowserWindow;
  #own = askSize.height;
  /** The actual height after we last set it; if it differs now, the user resized the window. */
  #set = askSize.height;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  /** `height` is what the page needs, in its own pixels. A window that can be seen only grows. */
  fit(height: number): void {
    const window = this.#window;
    const bounds = window.getBounds();
    if (Math.abs(bounds.height - this.#set) > rounding) this.#own = bounds.height;
    const frame = bounds.height - window.getContentBounds().height;
    const wanted = Math.ceil(height * window.webContents.getZoomFactor()) + frame;
    const isVisible = window.isVisible();
    const { workArea } = isVisible
      ? screen.getDisplayMatching(bounds)
      : screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const own = isVisible ? bounds.height : this.#own;
    const fitted = { ...bounds, height: heightFor({ own, wanted, maxHeight: workArea.height }) };
    if (!isVisible) window.setBounds(nearTheTop(fitted, workArea));
    else if (fitted.height !== bounds.height) window.setBounds(inside(fitted, workArea));
    this.#set = window.getBounds().height;
  }
}

const nearTheTop = (bounds: Rectangle, maxHeight: Rectangle): Rectangle => ({
  ...bounds,
  x: Math.round(maxHeight.x + (maxHeight.width - bounds.width) / 2),
  y: Math.round(maxHeight.y + Math.max(0, (maxHeight.height - bounds.height) / 3)),
});

const inside = (bounds: Rectangle, maxHeight: Rectangle): Rectangle => ({
  ...bounds,
  y: Math.max(maxHeight.y, Math.min(bounds.y, maxHeight.y + maxHeight.height - bounds.height)),
});
