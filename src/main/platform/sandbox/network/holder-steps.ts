/**
 * The steps of the holder, the process inside a session's network namespace: it adds the range of
 * synthetic addresses, opens the listeners, sends each one over the channel from which Node reads
 * handles, and then sends one unconnected socket for each byte it receives. A socket stays in the
 * namespace in which it was created, whoever uses it, so everything else happens outside. It exits
 * when its parent does.
 */
import { dataAddress, programBytes, type Processor, type SystemCallStep } from './machine-code.ts';

/** The descriptors that the holder is started with. */
export const channelDescriptor = 3;
export const requestDescriptor = 4;
/** Every socket is closed after it is sent, so the next one gets this number again. */
const socketDescriptor = 5;
/** Descriptors that bubblewrap itself was given may still be open. */
const mayBeOpen = [5, 6, 7, 8, 9];

export interface HolderListener {
  readonly port: number;
  /** `any`: also on the synthetic addresses. */
  readonly at: 'loopback' | 'any';
  readonly kind: 'tcp' | 'udp';
}

/** The message sent with each socket. */
export type HandleMessage =
  | { readonly listener: number; readonly kind: 'tcp' | 'udp' }
  | { readonly socket: true };

const family = { inet: 2, netlink: 16 } as const;
const bufferBytes = 4096;
const dontWait = 0x40;

class HolderData {
  readonly #parts: Buffer[] = [];
  #size = 0;

  /** The offset of the bytes in the data. */
  put(bytes: Buffer): number {
    const at = this.#size;
    const padded = Buffer.alloc(Math.ceil(bytes.length / 16) * 16);
    bytes.copy(padded);
    this.#parts.push(padded);
    this.#size += padded.length;
    return at;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** The program for these listeners. Addresses are known only after the steps are counted. */
export function holderProgram(processor: Processor, listeners: readonly HolderListener[]): Buffer {
  const counted = built(listeners, 0).steps.length;
  const { steps, data } = built(listeners, dataAddress(counted));
  return programBytes(processor, steps, data.bytes());
}

function built(listeners: readonly HolderListener[], base: number) {
  const data = new HolderData();
  const put = (bytes: Buffer): number => base + data.put(bytes);
  const buffer = put(Buffer.alloc(bufferBytes));
  const steps: SystemCallStep[] = [
    ...mayBeOpen.map((descriptor): SystemCallStep => ({ call: 'close', args: [descriptor] })),
    ...addressSteps(put, buffer),
    ...listeners.flatMap((listener, index) => listenerSteps(listener, index, put)),
  ];
  const first = steps.length;
  steps.push(
    { call: 'read', args: [requestDescriptor, buffer, 1], endAt: 0 },
    // Node acknowledges every socket on the channel, and nothing else reads these messages.
    { call: 'recvfrom', args: [channelDescriptor, buffer, bufferBytes, dontWait, 0, 0] },
    { call: 'socket', args: [family.inet, 1, 0], endAt: -1 },
    ...sendSocket({ type: 'net.Socket', msg: { socket: true } }, put).slice(0, 1),
    { call: 'close', args: [socketDescriptor], next: first },
  );
  return { steps, data };
}

/** Adds 198.18.0.1/15 to the loopback device, which makes the whole range local. */
function addressSteps(put: (bytes: Buffer) => number, buffer: number): readonly SystemCallStep[] {
  const message = Buffer.alloc(40);
  message.writeUInt32LE(40, 0);
  message.writeUInt16LE(20, 4); // RTM_NEWADDR
  message.writeUInt16LE(0x405, 6); // request, acknowledge, create
  message.writeUInt32LE(1, 8);
  message.set([family.inet, 15, 0, 254], 16); // /15, scope host
  message.writeInt32LE(1, 20); // the loopback device
  message.set([8, 0, 2, 0, 198, 18, 0, 1, 8, 0, 1, 0, 198, 18, 0, 1], 24);
  const at = put(message);
  return [
    { call: 'socket', args: [family.netlink, 3, 0], endAt: -1 },
    { call: 'sendto', args: [socketDescriptor, at, message.length, 0, 0, 0], endAt: -1 },
    { call: 'read', args: [socketDescriptor, buffer, bufferBytes], endAt: -1 },
    { call: 'close', args: [socketDescriptor] },
  ];
}

function listenerSteps(
  { port, at, kind }: HolderListener,
  index: number,
  put: (bytes: Buffer) => number,
): readonly SystemCallStep[] {
  const isTcp = kind === 'tcp';
  const enabled = put(Buffer.from([1, 0, 0, 0]));
  const message: HandleMessage = { listener: index, kind };
  const type = isTcp ? 'net.Server' : 'dgram.Socket';
  return [
    { call: 'socket', args: [family.inet, isTcp ? 1 : 2, 0], endAt: -1 },
    { call: 'setsockopt', args: [socketDescriptor, 1, 2, enabled, 4] }, // SO_REUSEADDR
    { call: 'bind', args: [socketDescriptor, put(socketAddress(at, port)), 16], endAt: -1 },
    ...(isTcp ? [{ call: 'listen', args: [socketDescriptor, 256], endAt: -1 } as const] : []),
    ...sendSocket({ type, dgramType: 'udp4', msg: message }, put),
  ];
}

function socketAddress(at: HolderListener['at'], port: number): Buffer {
  const address = Buffer.alloc(16);
  address.writeUInt16LE(family.inet, 0);
  address.writeUInt16BE(port, 2);
  address.set(at === 'any' ? [0, 0, 0, 0] : [127, 0, 0, 1], 4);
  return address;
}

/**
 * A handle in the format that Node sends to a child process: one line of JSON with the descriptor
 * attached.
 */
function sendSocket(message: object, put: (bytes: Buffer) => number): readonly SystemCallStep[] {
  const line = Buffer.from(`${JSON.stringify({ cmd: 'NODE_HANDLE', ...message })}\n`);
  const text = put(line);
  const vector = put(numbers([text, line.length]));
  const rights = Buffer.alloc(24);
  rights.writeBigUInt64LE(20n, 0);
  rights.writeInt32LE(1, 8); // SOL_SOCKET
  rights.writeInt32LE(1, 12); // SCM_RIGHTS
  rights.writeInt32LE(socketDescriptor, 16);
  const header = put(numbers([0, 0, vector, 1, put(rights), rights.length, 0]));
  return [
    { call: 'sendmsg', args: [channelDescriptor, header, 0], endAt: -1 },
    { call: 'close', args: [socketDescriptor] },
  ];
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeBigUInt64LE(BigInt(value), index * 8));
  return bytes;
}
