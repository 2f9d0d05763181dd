/** The main window comes back where it was left and as large as it was, if that place is still on a screen. */
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writePrivateFile } from '../../platform/files/private-file.ts';

const WindowBounds = z.strictObject({
  ...{ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) },
  isMaximized: z.boolean(),
});
type WindowBounds = z.infer<typeof WindowBounds>;

const size = { width: 1040, height: 700 };
/** How much of its upper edge must be on a screen, so that the window can be dragged. */
const hold = { width: 160, height: 32 };

export const isWithinReach = ({ x, y, width }: Rectangle, screens: readonly Rectangle[]): boolean =>
  screens.some((area) => {
    const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    return shown >= hold.width && y >= area.y && y + hold.height <= area.y + area.height;
  });

const noLargerThan = (area: Rectangle, bounds: Rectangle): Rectangle => ({
  ...bounds,
  width: Math.min(bounds.width, area.width),
  height: Math.min(bounds.height, area.height),
});

export class MainWindowBounds {
  readonly #file: string;
  #last: WindowBounds | null | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** For a new window. */
  bounds(): Partial<Rectangle> & typeof size {
    const place = this.#read();
    if (!place) return size;
    const { isMaximized: _, ...bounds } = place;
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const fitted = noLargerThan(screen.getDisplayMatching(bounds).workArea, bounds);
    if (isWithinReach(fitted, screens)) return fitted;
    const { width, height } = noLargerThan(screen.getPrimaryDisplay().workArea, bounds);
    return { width, height };
  }

  get isMaximized(): boolean {
    return this.#read()?.isMaximized ?? false;
  }

  /** Before it closes. */
  async keep(window: BrowserWindow): Promise<void> {
    const { x, y, width, height } = window.getNormalBounds();
    const place = { x, y, width, height, isMaximized: window.isMaximized() };
    if (JSON.stringify(place) === JSON.stringify(this.#last)) return;
    this.#last = place;
    await writePrivateFile(this.#file, `${JSON.stringify(place)}\n`);
  }

  /** A missing or unreadable file means that no bounds are remembered. */
  #read(): WindowBounds | null {
    if (this.#last === undefined) this.#last = readPlace(this.#file);
    return this.#last;
  }
}

function readPlace(file: string): WindowBounds | null {
  try {
    return WindowBounds.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
