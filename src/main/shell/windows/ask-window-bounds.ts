/**
 * Position and height of the ask window: on the screen that the user works on, and exactly as high
 * as the ask, so that nothing is scrolled that fits.
 */
import { screen, type BrowserWindow, type Rectangle } from 'electron';

export const askSize = { width: 480, height: 360 };
/** Longer asks scroll: a window from edge to edge would hide all other work. */
const preferredMax = 900;
/** Less than the answers of an ask need. */
export const minAskHeight = 200;

interface Heights {
  /** The height of the whole ask. */
  readonly wanted: number;
  /** The height of the screen. */
  readonly maxHeight: number;
}

export const heightFor = ({ wanted, maxHeight }: Heights): number =>
  Math.min(maxHeight, preferredMax, Math.max(wanted, minAskHeight));

export class AskWindowBounds {
  readonly #window: BrowserWindow;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  /**
   * `height` is what the page needs, in its own pixels. A window that can be seen keeps its upper
   * edge where it is, so that what is above the change does not move.
   */
  fit(height: number): void {
    const window = this.#window;
    const bounds = window.getBounds();
    const frame = bounds.height - window.getContentBounds().height;
    const wanted = Math.ceil(height * window.webContents.getZoomFactor()) + frame;
    const isVisible = window.isVisible();
    const { workArea } = isVisible
      ? screen.getDisplayMatching(bounds)
      : screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const fitted = { ...bounds, height: heightFor({ wanted, maxHeight: workArea.height }) };
    if (!isVisible) window.setBounds(nearTheTop(fitted, workArea));
    else if (fitted.height !== bounds.height) window.setBounds(inside(fitted, workArea));
  }
}

const nearTheTop = (bounds: Rectangle, workArea: Rectangle): Rectangle => ({
  ...bounds,
  x: Math.round(workArea.x + (workArea.width - bounds.width) / 2),
  y: Math.round(workArea.y + Math.max(0, (workArea.height - bounds.height) / 3)),
});

const inside = (bounds: Rectangle, workArea: Rectangle): Rectangle => ({
  ...bounds,
  y: Math.max(workArea.y, Math.min(bounds.y, workArea.y + workArea.height - bounds.height)),
});
