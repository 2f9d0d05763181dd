/** The main window comes back where it was left and as large as it was, if that place is still on a screen. */
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writePrivateFile } from '../platform/private-file.ts';

const Place = z.strictObject({
  ...{ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) },
  isMaximized: z.boolean(),
});
type Place = z.infer<typeof Place>;

const size = { width: 1040, height: 700 };
/** So much of its upper edge must be on a screen that it can be taken hold of. */
const hold = { width: 160, height: 32 };

export const isWithinReach = ({ x, y, width }: Rectangle, screens: readonly Rectangle[]): boolean =>
  screens.some((room) => {
    const shown = Math.min(x + width, room.x + room.width) - Math.max(x, room.x);
    return shown >= hold.width && y >= room.y && y + hold.height <= room.y + room.height;
  });

const noLargerThan = (room: Rectangle, bounds: Rectangle): Rectangle => ({
  ...bounds,
  width: Math.min(bounds.width, room.width),
  height: Math.min(bounds.height, room.height),
});

export class MainPlace {
  readonly #file: string;
  #last: Place | null | undefined;

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

  /** What is not there or cannot be read is nothing to remember. */
  #read(): Place | null {
    if (this.#last === undefined) this.#last = readPlace(this.#file);
    return this.#last;
  }
}

function readPlace(file: string): Place | null {
  try {
    return Place.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
