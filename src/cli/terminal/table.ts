/** Prints aligned columns. Cells are made safe for the terminal. */
import { visibleText } from '../../shared/base/visible-text.ts';
import { noPaint, type Paint } from './paint.ts';

export type TableRow = readonly string[];

interface TableStyle {
  readonly paint?: Paint;
  /** Columns of the terminal; the last cell of a row is cut to fit. 0 means no cut. */
  readonly width?: number;
  /** Colours a cell by its column. */
  readonly colour?: (cell: string, column: number) => string;
}

const gap = '  ';

export function table(head: TableRow, rows: readonly TableRow[], style: TableStyle = {}): string {
  const { paint = noPaint, width = 0, colour = (cell) => cell } = style;
  const shown = rows.map((row) => row.map((cell) => visibleText(cell)));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => lengthOf(row[column] ?? ''))),
  );
  const line = (row: TableRow, draw: (cell: string, column: number) => string): string => {
    const last = row.length - 1;
    const before = widths.slice(0, last).reduce((sum, item) => sum + item + gap.length, 0);
    return row
      .map((cell, column) => {
        const fit = column === last ? cut(cell, width > 0 ? width - before : 0) : cell;
        const padding = column === last ? 0 : (widths[column] ?? 0) - lengthOf(fit);
        return draw(fit, column) + ' '.repeat(Math.max(padding, 0));
      })
      .join(gap)
      .trimEnd();
  };
  return [line(head, paint.dim), ...shown.map((row) => line(row, colour))].join('\n');
}

const lengthOf = (text: string): number => Array.from(text).length;

function cut(text: string, padding: number): string {
  const characters = Array.from(text);
  if (padding <= 0 || characters.length <= padding) return text;
  return `${characters.slice(0, Math.max(padding - 1, 1)).join('')}…`;
}
