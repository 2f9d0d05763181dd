/** Writes an animated PNG (https://www.w3.org/TR/png-3/), losslessly, with Node's zlib alone. */
import { crc32, deflateSync } from 'node:zlib';

export interface Frame {
  /** RGBA, four bytes for each pixel, row by row. */
  readonly pixels: Uint8Array;
  readonly milliseconds: number;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGB = 2;
const CHANNELS = 3;

export function encodeApng(width: number, height: number, frames: readonly Frame[]): Buffer {
  const chunks = [header(width, height), animationControl(frames.length)];
  let sequence = 0;
  let previous: Uint8Array | null = null;
  for (const { pixels, milliseconds } of frames) {
    // After the first frame only the part that changed is stored.
    const part = changedPart(previous, pixels, width, height);
    const data = deflateSync(filteredRows(pixels, width, part), { level: 9 });
    chunks.push(frameControl(sequence++, part, milliseconds));
    chunks.push(previous === null ? chunk('IDAT', data) : frameData(sequence++, data));
    previous = pixels;
  }
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, RGB], 8);
  return chunk('IHDR', data);
}

/** Plays for ever. */
function animationControl(frames: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(frames, 0);
  return chunk('acTL', data);
}

function frameControl(sequence: number, part: Rectangle, milliseconds: number): Buffer {
  const data = Buffer.alloc(26);
  for (const [index, value] of [sequence, part.width, part.height, part.x, part.y].entries())
    data.writeUInt32BE(value, index * 4);
  data.writeUInt16BE(milliseconds, 20);
  data.writeUInt16BE(1000, 22);
  return chunk('fcTL', data);
}

function frameData(sequence: number, data: Buffer): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(sequence);
  return chunk('fdAT', Buffer.concat([number, data]));
}

function changedPart(
  previous: Uint8Array | null,
  pixels: Uint8Array,
  width: number,
  height: number,
): Rectangle {
  if (previous === null) return { x: 0, y: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const isSame =
        pixels[at] === previous[at] &&
        pixels[at + 1] === previous[at + 1] &&
        pixels[at + 2] === previous[at + 2];
      if (isSame) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Each row is stored as the smallest of its own bytes and its differences to the left and above. */
function filteredRows(pixels: Uint8Array, width: number, part: Rectangle): Buffer {
  const rowLength = part.width * CHANNELS;
  const output = Buffer.alloc((rowLength + 1) * part.height);
  let above = new Uint8Array(rowLength);
  for (let row = 0; row < part.height; row++) {
    const bytes = rgbRow(pixels, ((part.y + row) * width + part.x) * 4, part.width);
    const candidates = [
      bytes,
      bytes.map((byte, index) => byte - (bytes[index - CHANNELS] ?? 0)),
      bytes.map((byte, index) => byte - (above[index] ?? 0)),
    ];
    const sums = candidates.map(distanceFromZero);
    const best = sums.indexOf(Math.min(...sums));
    output[row * (rowLength + 1)] = best;
    output.set(candidates[best] ?? bytes, row * (rowLength + 1) + 1);
    above = bytes;
  }
  return output;
}

function rgbRow(pixels: Uint8Array, start: number, width: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(width * CHANNELS);
  for (let x = 0; x < width; x++)
    row.set(pixels.subarray(start + x * 4, start + x * 4 + CHANNELS), x * CHANNELS);
  return row;
}

function distanceFromZero(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte < 128 ? byte : 256 - byte;
  return sum;
}
