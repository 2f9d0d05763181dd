/** Aligned columns. What others wrote is shown as visible text: nothing in it can steer a terminal. */
import { visibleText } from '../../shared/visible-text.ts';
import { noPaint, type Paint } from './paint.ts';

export type Row = readonly string[];

interface Look {
  readonly paint?: Paint;
  /** Columns of the terminal; the last cell of a row is cut to fit. 0 cuts nothing. */
  readonly width?: number;
  /** How a cell looks, by its column. */
  readonly colour?: (cell: string, column: number) => string;
}

const gap = '  ';

export function table(head: Row, rows: readonly Row[], look: Look = {}): string {
  const { paint = noPaint, width = 0, colour = (cell) => cell } = look;
  const shown = rows.map((row) => row.map((cell) => visibleText(cell)));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => lengthOf(row[column] ?? ''))),
  );
  const line = (row: Row, draw: (cell: string, column: number) => string): string => {
    const last = row.length - 1;
    const before = widths.slice(0, last).reduce((sum, one) => sum + one + gap.length, 0);
    return row
      .map((cell, column) => {
        const fit = column === last ? cut(cell, width > 0 ? width - before : 0) : cell;
        const room = column === last ? 0 : (widths[column] ?? 0) - lengthOf(fit);
        return draw(fit, column) + ' '.repeat(Math.max(room, 0));
      })
      .join(gap)
      .trimEnd();
  };
  return [line(head, paint.dim), ...shown.map((row) => line(row, colour))].join('\n');
}

const lengthOf = (text: string): number => Array.from(text).length;

function cut(text: string, room: number): string {
  const characters = Array.from(text);
  if (room <= 0 || characters.length <= room) return text;
  return `${characters.slice(0, Math.max(room - 1, 1)).join('')}…`;
}
