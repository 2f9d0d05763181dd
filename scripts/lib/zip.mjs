// A zip archive of a few files, the same bytes for the same files: no times, no owners.
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, midnight: the first moment that a zip can tell. */
const DATE = (1 << 5) | 1;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

/** @param {{ name: string, bytes: Buffer }[]} files @returns {Buffer} */
export function zip(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const packed = deflateRawSync(file.bytes, { level: 9 });
    const facts = factsOf(file.bytes, packed, name);
    const local = Buffer.concat([number(0x04034b50, 4), number(20, 2), facts, number(0, 2), name]);
    directory.push(
      Buffer.concat([
        ...[number(0x02014b50, 4), number(20, 2), number(20, 2), facts],
        ...[number(0, 2), number(0, 2), number(0, 2), number(0, 2), number(0, 4)],
        ...[number(offset, 4), name],
      ]),
    );
    bodies.push(local, packed);
    offset += local.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const count = number(files.length, 2);
  const end = [number(0x06054b50, 4), number(0, 4), count, count, number(index.length, 4)];
  return Buffer.concat([...bodies, index, ...end, number(offset, 4), number(0, 2)]);
}

/** @param {Buffer} bytes @param {Buffer} packed @param {Buffer} name */
const factsOf = (bytes, packed, name) =>
  Buffer.concat([
    ...[number(UTF8_NAMES, 2), number(DEFLATED, 2), number(0, 2), number(DATE, 2)],
    ...[number(crc32(bytes), 4), number(packed.length, 4), number(bytes.length, 4)],
    number(name.length, 2),
  ]);

/** @param {number} value @param {number} size */
function number(value, size) {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
}
