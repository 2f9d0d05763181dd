/** Where the ask window stands and how high it is: where the person is, and so that a short ask need not be scrolled. */
import { screen, type BrowserWindow, type Rectangle } from 'electron';

export const askSize = { width: 500, height: 740 };
/** What is longer than this is scrolled: a window from edge to edge would hide all other work. */
const preferredMax = 900;
/** Some window managers round the height a moment after it was set. */
const rounding = 4;

interface Heights {
  /** What the person made of the window, or ours. */
  readonly own: number;
  /** All of the ask. */
  readonly wanted: number;
  /** What the screen has. */
  readonly maxHeight: number;
}

export const heightFor = ({ own, wanted, maxHeight }: Heights): number =>
  Math.min(maxHeight, Math.max(own, Math.min(wanted, preferredMax)));

export class AskWindowBounds {
  readonly #window: BrowserWindow;
  #own = askSize.height;
  /** What became of the height that we set last; another one is the person's. */
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
