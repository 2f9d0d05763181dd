/** Decodes a config file, and encodes it back to the identical bytes. */
const mark = '\uFEFF';

export interface ConfigText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
}

/** Null if it is not UTF-8. */
export function textOf(bytes: Buffer | null): ConfigText | null {
  if (bytes === null) return { text: '', hasMark: false };
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = whole.startsWith(mark);
    return { text: hasMark ? whole.slice(1) : whole, hasMark };
  } catch {
    return null;
  }
}

export const bytesOf = ({ text, hasMark }: ConfigText): Buffer =>
  Buffer.from((hasMark ? mark : '') + text, 'utf8');
