import { describe, expect, it } from 'vitest';
import {
  allowedSocketFamilies,
  refusedCalls,
  refusedTerminalRequests,
  seccompFilter,
  type FilterArch,
} from '../../../src/main/platform/sandbox/seccomp-filter.ts';

interface SystemCall {
  readonly arch: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** What the kernel would answer: the few instructions of classic BPF that the filter consists of. */
function answerOf(filter: Buffer, { arch, number, args = [] }: SystemCall): number {
  const data = new Map<number, number>([
    [0, number],
    [4, arch],
    ...args.map((value, at) => [16 + 8 * at, value] as const),
  ]);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    const [ifTrue, ifFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.get(value) ?? 0;
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse;
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter has no end');
}

const allow = 0x7fff0000;
const errno = (code: number): number => 0x00050000 + code;

const machines = {
  x64: { arch: 0xc000003e, ioctl: 16, socket: 41, socketpair: 53, read: 0, openat: 257 },
  arm64: { arch: 0xc00000b7, ioctl: 29, socket: 198, socketpair: 199, read: 63, openat: 56 },
} as const;

describe.each(Object.keys(machines) as FilterArch[])('the seccomp filter for %s', (name) => {
  const machine = machines[name];
  const { arch } = machine;
  const filter = seccompFilter(name) ?? Buffer.alloc(0);
  const answer = (number: number, ...args: number[]): number =>
    answerOf(filter, { arch, number, args });

  it('N8 refuses every call of the table, io_uring as if there were none', () => {
    for (const { name: call, numbers } of refusedCalls) {
      const expected = call.startsWith('io_uring') ? errno(38) : errno(1);
      expect([call, answer(numbers[name])]).toEqual([call, expected]);
    }
  });

  it('N8 allows ordinary calls', () => {
    expect(answer(machine.read)).toBe(allow);
    expect(answer(machine.openat, 3, 4)).toBe(allow);
  });

  it('N9 refuses to type into a terminal, and allows every other ioctl', () => {
    for (const request of Object.values(refusedTerminalRequests))
      expect(answer(machine.ioctl, 0, request)).toBe(errno(1));
    for (const request of [0x5401, 0x5413, 0x5414, 0x541b])
      expect(answer(machine.ioctl, 0, request)).toBe(allow);
  });

  it('N10 opens sockets of four families only', () => {
    const families: readonly number[] = Object.values(allowedSocketFamilies);
    for (const call of [machine.socket, machine.socketpair]) {
      for (let family = 0; family < 50; family += 1) {
        const expected = families.includes(family) ? allow : errno(97);
        expect([call, family, answer(call, family)]).toEqual([call, family, expected]);
      }
    }
  });

  it('N8 ends a process that calls by the numbers of another architecture', () => {
    expect(answerOf(filter, { arch: 0x40000003, number: machine.read })).toBe(0x80000000);
    expect(answerOf(filter, { arch: 0x40000028, number: machine.read })).toBe(0x80000000);
  });
});

describe('the seccomp filter', () => {
  it('N8 refuses x32 calls', () => {
    const filter = seccompFilter('x64') ?? Buffer.alloc(0);
    const number = 0x40000000 + 41;
    expect(answerOf(filter, { arch: machines.x64.arch, number })).toBe(errno(1));
  });

  it('is not made for a processor whose numbers are not known', () => {
    expect(seccompFilter('riscv64')).toBeNull();
  });
});
