/** Converts colours as people write them to hexadecimal. */
import { colord, extend } from 'colord';
import namesPlugin from 'colord/plugins/names';

extend([namesPlugin]);

/** `#RRGGBB`, or `#RRGGBBAA` if not opaque; null if it is not a colour. */
export function asHex(text: string): string | null {
  const colour = colord(text.trim());
  return colour.isValid() ? colour.toHex() : null;
}

/** Names of parts of the editor, such as `editor.background`. */
export const isPartName = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$/.test(text);
