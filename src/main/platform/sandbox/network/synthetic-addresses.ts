/**
 * Transparent mode, for programs without proxy support: every name they resolve inside the sandbox
 * gets an address from 198.18.0.0/15, and a connection to that address is a connection to that
 * name. No query leaves the computer; the name is resolved after the connection was allowed.
 */
const maxNames = 8192;
const longestQuery = 512;
const typeA = 1;
const headerBytes = 12;

export class SyntheticAddresses {
  readonly #addresses = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** The name that has this synthetic address; null for any other address. */
  nameOf(address: string): string | null {
    return this.#names.get(address.replace(/^::ffff:/, '')) ?? null;
  }

  /** Null when there are too many. */
  addressOf(name: string): string | null {
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    if (this.#addresses.size >= maxNames) return null;
    // 198.18.0.1 is the address of the device itself.
    const number = this.#addresses.size + 2;
    const address = `198.18.${number >> 8}.${number & 255}`;
    this.#addresses.set(name, address);
    this.#names.set(address, name);
    return address;
  }

  /** The response to a DNS query; null if it is not one. */
  answer(query: Buffer): Buffer | null {
    if (query.length > longestQuery || query.length < headerBytes) return null;
    const isQuery = (query.readUInt16BE(2) & 0xf800) === 0;
    if (!isQuery || query.readUInt16BE(4) !== 1) return null;
    const question = questionIn(query);
    if (!question) return null;
    const { name, type, end } = question;
    const isLocal = name === 'localhost' || name.endsWith('.localhost');
    const address = isLocal ? '127.0.0.1' : this.addressOf(name);
    const body = query.subarray(headerBytes, end);
    if (address === null) return Buffer.concat([header(query, 2, 0), body]);
    // Only IPv4 exists inside, so other record types have an empty answer.
    if (type !== typeA) return Buffer.concat([header(query, 0, 0), body]);
    const record = Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4]);
    const bytes = Buffer.from(address.split('.').map(Number));
    return Buffer.concat([header(query, 0, 1), body, record, bytes]);
  }
}

function header(query: Buffer, code: number, answers: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  query.copy(bytes, 0, 0, 2);
  bytes.writeUInt16BE(0x8180 | code, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(answers, 6);
  return bytes;
}

function questionIn(
  query: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } | null {
  const labels: string[] = [];
  let at = headerBytes;
  for (;;) {
    const length = query[at];
    if (length === undefined || length > 63) return null;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > query.length || labels.length === 0) return null;
  const name = labels.join('.').toLowerCase();
  return { name, type: query.readUInt16BE(at), end: at + 4 };
}
