/**
 * The program that holds a session's network namespace, as the bytes of an ELF file. It has to run
 * inside the namespace, where the packaged app cannot run Node (its fuses forbid that) and where
 * no particular program can be expected. It is a loop of a dozen instructions that makes the
 * system calls of a table one after the other. The table (holder-steps.ts) defines what it does
 * and is the same on every processor.
 */

/** The address at which the file is loaded. */
export const baseAddress = 0x400000;
const headerBytes = 64 + 56;
const codeAt = 0x80;
const tableAt = 0x100;

/**
 * One system call: number, six arguments, the next step, and the result at which the program
 * exits.
 */
export interface SystemCallStep {
  readonly call: SystemCall;
  readonly args: readonly number[];
  /** The index of the next step; by default the following one. */
  readonly next?: number;
  /** The program exits if the result is this or less. */
  readonly endAt?: number;
}

const stepBytes = 9 * 8;
const never = -100_000n;

const systemCalls = {
  x64: {
    ...{ read: 0, close: 3, socket: 41, sendto: 44, recvfrom: 45, sendmsg: 46 },
    ...{ bind: 49, listen: 50, setsockopt: 54 },
  },
  arm64: {
    ...{ read: 63, close: 57, socket: 198, sendto: 206, recvfrom: 207, sendmsg: 211 },
    ...{ bind: 200, listen: 201, setsockopt: 208 },
  },
} as const;

export type SystemCall = keyof (typeof systemCalls)['x64'];
export type Processor = keyof typeof systemCalls;

export const isProcessor = (name: string): name is Processor => Object.hasOwn(systemCalls, name);

const table = BigInt(baseAddress + tableAt);

/** Steps are 72 bytes: [number, argument 0 … 5, address of the next step, result that ends it]. */
const code: Readonly<Record<Processor, () => Buffer>> = {
  x64: () => {
    const start = Buffer.alloc(10);
    start.set([0x48, 0xbb]); //                              mov  rbx, table
    start.writeBigUInt64LE(table, 2);
    const loop = [
      ...[0x48, 0x8b, 0x03], //                              mov  rax, [rbx]
      ...[0x48, 0x8b, 0x7b, 0x08], //                        mov  rdi, [rbx+8]
      ...[0x48, 0x8b, 0x73, 0x10], //                        mov  rsi, [rbx+16]
      ...[0x48, 0x8b, 0x53, 0x18], //                        mov  rdx, [rbx+24]
      ...[0x4c, 0x8b, 0x53, 0x20], //                        mov  r10, [rbx+32]
      ...[0x4c, 0x8b, 0x43, 0x28], //                        mov  r8,  [rbx+40]
      ...[0x4c, 0x8b, 0x4b, 0x30], //                        mov  r9,  [rbx+48]
      ...[0x0f, 0x05], //                                    syscall
      ...[0x48, 0x3b, 0x43, 0x40], //                        cmp  rax, [rbx+64]
      ...[0x7e, 0x06], //                                    jle  end
      ...[0x48, 0x8b, 0x5b, 0x38], //                        mov  rbx, [rbx+56]
      ...[0xeb, 0xd7], //                                    jmp  loop
      ...[0x31, 0xff], //                               end: xor  edi, edi
      ...[0xb8, 0xe7, 0x00, 0x00, 0x00], //                  mov  eax, exit_group
      ...[0x0f, 0x05], //                                    syscall
    ];
    return Buffer.concat([start, Buffer.from(loop)]);
  },
  arm64: () =>
    words([
      0xd2800013 | (((baseAddress + tableAt) & 0xffff) << 5), // movz x19, low half of table
      0xf2a00013 | (((baseAddress + tableAt) >>> 16) << 5), //   movk x19, high half, lsl 16
      0xf9400268, //                                     loop: ldr  x8, [x19]
      0xf9400660, //                                           ldr  x0, [x19, 8]
      0xf9400a61, //                                           ldr  x1, [x19, 16]
      0xf9400e62, //                                           ldr  x2, [x19, 24]
      0xf9401263, //                                           ldr  x3, [x19, 32]
      0xf9401664, //                                           ldr  x4, [x19, 40]
      0xf9401a65, //                                           ldr  x5, [x19, 48]
      0xd4000001, //                                           svc  0
      0xf9402269, //                                           ldr  x9, [x19, 64]
      0xeb09001f, //                                           cmp  x0, x9
      0x5400006d, //                                           b.le end
      0xf9401e73, //                                           ldr  x19, [x19, 56]
      0x17fffff4, //                                           b    loop
      0xd2800000, //                                      end: mov  x0, 0
      0xd2800bc8, //                                           mov  x8, exit_group
      0xd4000001, //                                           svc  0
    ]),
};

const machines: Readonly<Record<Processor, number>> = { x64: 62, arm64: 183 };

/** The address of the data after the table; steps refer to it. */
export const dataAddress = (steps: number): number => baseAddress + tableAt + steps * stepBytes;

export function programBytes(
  processor: Processor,
  steps: readonly SystemCallStep[],
  data: Buffer,
): Buffer {
  const size = tableAt + steps.length * stepBytes + data.length;
  const file = Buffer.alloc(size);
  header(processor, size).copy(file);
  code[processor]().copy(file, codeAt);
  steps.forEach((step, index) => {
    const at = tableAt + index * stepBytes;
    const next = step.next ?? index + 1;
    file.writeBigInt64LE(BigInt(systemCalls[processor][step.call]), at);
    step.args.forEach((arg, number) => file.writeBigInt64LE(BigInt(arg), at + 8 + number * 8));
    file.writeBigInt64LE(table + BigInt(next * stepBytes), at + 56);
    file.writeBigInt64LE(step.endAt === undefined ? never : BigInt(step.endAt), at + 64);
  });
  data.copy(file, tableAt + steps.length * stepBytes);
  return file;
}

/** The ELF header and its one program header: load all of the file, readable, writable, executable. */
function header(processor: Processor, size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  bytes.writeUInt16LE(2, 16);
  bytes.writeUInt16LE(machines[processor], 18);
  bytes.writeUInt32LE(1, 20);
  bytes.writeBigUInt64LE(BigInt(baseAddress + codeAt), 24);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(64, 52);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(1, 64);
  bytes.writeUInt32LE(7, 68);
  bytes.writeBigUInt64LE(BigInt(baseAddress), 80);
  bytes.writeBigUInt64LE(BigInt(baseAddress), 88);
  bytes.writeBigUInt64LE(BigInt(size), 96);
  bytes.writeBigUInt64LE(BigInt(size), 104);
  bytes.writeBigUInt64LE(0x1000n, 112);
  return bytes;
}

function words(instructions: readonly number[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 4);
  instructions.forEach((instruction, index) => bytes.writeUInt32LE(instruction >>> 0, index * 4));
  return bytes;
}
