/**
 * The protocol between `gatehouse run` and its agent's terminal: one byte for the type, four for
 * the length, then the content. Terminal bytes are passed on unchanged.
 */

export const frameKinds = {
  /** Input, and the agent's output; without a terminal, its stdout. */
  data: 1,
  resize: 2,
  /** The agent was suspended, for example by Ctrl-Z. */
  stopped: 3,
  resume: 4,
  /** The last frame: an AgentRunEnd as JSON. */
  ended: 5,
  /** Without a terminal: the agent's stderr. */
  errors: 6,
  /** Without a terminal: the end of the input. */
  inputEnd: 7,
  /** The name of a signal that `gatehouse run` received. */
  signal: 8,
} as const;
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

export interface TerminalFrame {
  readonly kind: FrameKind;
  readonly content: Uint8Array;
}

const headBytes = 5;
/** Far more than either side sends at once. */
export const longestFrame = 1024 * 1024;

export function frameOf(kind: FrameKind, content: Uint8Array = new Uint8Array(0)): Uint8Array {
  const frame = new Uint8Array(headBytes + content.length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, content.length);
  frame.set(content, headBytes);
  return frame;
}

const kinds: ReadonlySet<number> = new Set(Object.values(frameKinds));
const isKind = (value: number): value is FrameKind => kinds.has(value);

/** Reassembles frames from the chunks of a connection. */
export class FrameReader {
  #waiting = new Uint8Array(0);

  /** The complete frames; null if this is not such a connection. */
  read(piece: Uint8Array): readonly TerminalFrame[] | null {
    const bytes = new Uint8Array(this.#waiting.length + piece.length);
    bytes.set(this.#waiting);
    bytes.set(piece, this.#waiting.length);
    const view = new DataView(bytes.buffer);
    const frames: TerminalFrame[] = [];
    let at = 0;
    while (bytes.length - at >= headBytes) {
      const kind = view.getUint8(at);
      const length = view.getUint32(at + 1);
      if (!isKind(kind) || length > longestFrame) return null;
      if (bytes.length - at - headBytes < length) break;
      const start = at + headBytes;
      frames.push({ kind, content: bytes.slice(start, start + length) });
      at = start + length;
    }
    this.#waiting = bytes.slice(at);
    return frames;
  }
}

/** Columns and rows, as four bytes. */
export function sizeBytes(cols: number, rows: number): Uint8Array {
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, cols);
  view.setUint16(2, rows);
  return bytes;
}

export function sizeIn(
  content: Uint8Array,
): { readonly cols: number; readonly rows: number } | null {
  if (content.length !== 4) return null;
  const view = new DataView(content.buffer, content.byteOffset, 4);
  const [cols, rows] = [view.getUint16(0), view.getUint16(2)];
  return cols > 0 && rows > 0 ? { cols, rows } : null;
}
