/**
 * The system calls that programs in a sandbox may not make, as data, and the classic BPF program
 * that refuses them. It is a denylist, because namespaces and mounts isolate everything else. A
 * system call of another architecture kills the process, because its numbers would mean other
 * calls.
 */
export type FilterArch = 'x64' | 'arm64';

type CallAnswer = 'refuse' | 'no-such-call';

interface RefusedCall {
  readonly name: string;
  readonly why: string;
  readonly answer: CallAnswer;
  readonly numbers: Readonly<Record<FilterArch, number>>;
}

const call = (
  name: string,
  x64: number,
  arm64: number,
  why: string,
  answer: CallAnswer = 'refuse',
): RefusedCall => ({ name, why, answer, numbers: { x64, arm64 } });

const keys = 'The keyring of the user is not part of any namespace.';
const kernel = 'It gives the kernel code or data to work on.';
const handles = 'It opens a file of a mount by its number, past all names.';
const ring = 'Its calls would pass by this filter; programs do without it.';
const machine = 'It is about the whole machine.';

export const refusedCalls: readonly RefusedCall[] = [
  call('keyctl', 250, 219, keys),
  call('add_key', 248, 217, keys),
  call('request_key', 249, 218, keys),
  call('bpf', 321, 280, kernel),
  call('perf_event_open', 298, 241, kernel),
  call('userfaultfd', 323, 282, kernel),
  call('init_module', 175, 105, kernel),
  call('finit_module', 313, 273, kernel),
  call('delete_module', 176, 106, kernel),
  call('kexec_load', 246, 104, kernel),
  call('kexec_file_load', 320, 294, kernel),
  call('open_by_handle_at', 304, 265, handles),
  call('name_to_handle_at', 303, 264, handles),
  call('io_uring_setup', 425, 425, ring, 'no-such-call'),
  call('io_uring_enter', 426, 426, ring, 'no-such-call'),
  call('io_uring_register', 427, 427, ring, 'no-such-call'),
  call('swapon', 167, 224, machine),
  call('swapoff', 168, 225, machine),
  call('reboot', 169, 142, machine),
  call('acct', 163, 89, machine),
  call('quotactl', 179, 60, machine),
  call('quotactl_fd', 443, 443, machine),
];

/** ioctl requests that put characters into the user's terminal. */
export const refusedTerminalRequests = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c } as const;

/**
 * Other socket families bypass the network namespace (AF_VSOCK) or reach rarely used parts of the
 * kernel.
 */
export const allowedSocketFamilies = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;

const archs = {
  x64: { audit: 0xc000003e, ioctl: 16, sockets: [41, 53] },
  arm64: { audit: 0xc00000b7, ioctl: 29, sockets: [198, 199] },
} as const;

/** x32 calls have this bit set; they would bypass the numbers above. */
const x32Bit = 0x40000000;

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const give = 0x06;

const errno = (code: number): number => 0x00050000 + code;
const answers = {
  allow: 0x7fff0000,
  end: 0x80000000,
  refuse: errno(1),
  'no-such-call': errno(38),
  'no-such-family': errno(97),
} as const;

/** Offsets in `struct seccomp_data`; for an argument, the half that is tested. */
const at = { number: 0, arch: 4, first: 16, second: 24 } as const;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const reload: Instruction = [load, 0, 0, at.number];
const answer = (name: keyof typeof answers): Instruction => [give, 0, 0, answers[name]];

function instructions(arch: FilterArch): readonly Instruction[] {
  const { audit, ioctl, sockets } = archs[arch];
  return [
    [load, 0, 0, at.arch],
    [jumpIfEqual, 1, 0, audit],
    answer('end'),
    reload,
    ...(arch === 'x64' ? [[jumpIfAtLeast, 0, 1, x32Bit] as const, answer('refuse')] : []),
    ...refusedCalls.flatMap(({ numbers, answer: how }) => [
      [jumpIfEqual, 0, 1, numbers[arch]] as const,
      answer(how),
    ]),
    ...unlessArgument(ioctl, at.second, Object.values(refusedTerminalRequests), 'refuse'),
    ...sockets.flatMap((number) =>
      onlyArgument(number, at.first, Object.values(allowedSocketFamilies), 'no-such-family'),
    ),
    answer('allow'),
  ];
}

/** Refuses a call with one of these values; otherwise continues with the next test. */
function unlessArgument(
  number: number,
  offset: number,
  values: readonly number[],
  how: keyof typeof answers,
): readonly Instruction[] {
  return [
    [jumpIfEqual, 0, values.length + 3, number],
    [load, 0, 0, offset],
    // Jumps to the verdict, or past it after the last test.
    ...values.map((value, index): Instruction => {
      const left = values.length - 1 - index;
      return [jumpIfEqual, left, left === 0 ? 1 : 0, value];
    }),
    answer(how),
    reload,
  ];
}

/** Refuses a call with any other value than these. */
function onlyArgument(
  number: number,
  offset: number,
  values: readonly number[],
  how: keyof typeof answers,
): readonly Instruction[] {
  return [
    [jumpIfEqual, 0, values.length + 3, number],
    [load, 0, 0, offset],
    ...values.map((value, index): Instruction => [jumpIfEqual, values.length - index, 0, value]),
    answer(how),
    reload,
  ];
}

/** In the format of `bwrap --seccomp`; null for a processor without call numbers here. */
export function seccompFilter(arch: string): Buffer | null {
  if (arch !== 'x64' && arch !== 'arm64') return null;
  const program = instructions(arch);
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
