/**
 * The functions of Windows that its folder calls are made of, through koffi: files by NtCreateFile
 * relative to an open folder, and libuv's own (exported by Node and Electron) to make descriptors of
 * handles, so that Node's functions read and write them. Layouts are those of 64-bit Windows.
 */
import type { Koffi, NativeFunction } from '../basics/tools.ts';
import { CallError } from './native-errors.ts';

export const access = {
  readData: 0x1,
  list: 0x1 | 0x20, // and walk through
  writeData: 0x2,
  readAttributes: 0x80,
  writeAttributes: 0x100,
  delete: 0x10000,
} as const;
const synchronize = 0x100000;

export const share = { read: 1, write: 2, delete: 4 } as const;
export const disposition = { open: 1, create: 2, openOrCreate: 3 } as const;

/** FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_FOR_BACKUP_INTENT | FILE_OPEN_REPARSE_POINT */
const openItself = 0x20 | 0x4000 | 0x200000;
const kinds = { folder: 0x1, file: 0x40 } as const;
const caseInsensitive = 0x40;

/** Numbers of what is asked and of what is set. */
const information = { names: 1, attributeTag: 35 } as const;
const setting = { rename: 10, disposition: 13, dispositionEx: 64, renameEx: 65 } as const;
/** POSIX semantics: what is open elsewhere is replaced or removed, and its name is free at once. */
const replaceAsPosix = 0x1 | 0x2;
const removeAsPosix = 0x1 | 0x2 | 0x10;

const longestPath = 32_768;
const withoutDrive = 0x4;

/** Codes of the kernel with the names that Node has for them. */
const codes: Readonly<Record<number, string>> = {
  0xc0000008: 'EBADF',
  0xc000000d: 'EINVAL',
  0xc000000f: 'ENOENT',
  0xc0000022: 'EACCES',
  0xc0000033: 'EINVAL',
  0xc0000034: 'ENOENT',
  0xc0000035: 'EEXIST',
  0xc000003a: 'ENOENT',
  0xc0000043: 'EBUSY',
  0xc0000056: 'EBUSY',
  0xc000007f: 'ENOSPC',
  0xc00000a2: 'EROFS',
  0xc00000ba: 'EISDIR',
  0xc00000bb: 'ENOTSUP',
  0xc00000d4: 'EXDEV',
  0xc0000101: 'ENOTEMPTY',
  0xc0000103: 'ENOTDIR',
  0xc0000106: 'ENAMETOOLONG',
  0xc0000121: 'EACCES',
};
const noMoreNames = new Set([0x80000006, 0xc000000f]);
/** The error of a file system without the newer call. */
const unknownWay = new Set([0xc0000002, 0xc0000003, 0xc000000d, 0xc0000010, 0xc00000bb]);

type FunctionName =
  | 'create'
  | 'set'
  | 'query'
  | 'list'
  | 'finalPath'
  | 'close'
  | 'descriptor'
  | 'handle';

type Functions = { readonly [Name in FunctionName]: NativeFunction };

export interface NativeOpening {
  readonly access: number;
  readonly share: number;
  readonly disposition: number;
  readonly kind?: keyof typeof kinds;
}

export interface NativeEntry {
  /** UTF-16. */
  readonly name: Buffer;
  readonly attributes: number;
}

export type NativeWindows = ReturnType<typeof openWindows>;

export function openWindows(native: Koffi) {
  const f = functionsOf(native);

  const finalPath = (handle: number, flags: number): string => {
    const text = Buffer.alloc(longestPath * 2);
    const length = Number(f.finalPath(handle, text, longestPath, flags));
    if (length === 0 || length >= longestPath) throw new CallError('EIO');
    return text.toString('utf16le', 0, length * 2);
  };

  return {
    /** The handle of what stands at the name in an open folder; 0 and an absolute path of the kernel. */
    open: (folder: number, name: string, how: NativeOpening): number =>
      opened(native, f, { folder, name, how }),
    close: (handle: number): void => void f.close(handle),
    /** Node's functions close the handle with the descriptor. */
    descriptorOf(handle: number): number {
      const fd = Number(f.descriptor(handle));
      if (fd >= 0) return fd;
      f.close(handle);
      throw new CallError('EMFILE');
    },
    handleOf(fd: number): number {
      const handle = Number(f.handle(fd));
      if (handle < 0) throw new CallError('EBADF');
      return handle;
    },
    attributesOf(handle: number): number {
      const found = Buffer.alloc(8);
      check(statusOf(f.query(handle, Buffer.alloc(16), found, 8, information.attributeTag)));
      return found.readUInt32LE(0);
    },
    /** The name that the disk has, whatever name led to it. */
    nameOf: (handle: number): string => finalPath(handle, withoutDrive).split('\\').at(-1) ?? '',
    pathOf(handle: number): string {
      const found = finalPath(handle, 0);
      if (found.startsWith('\\\\?\\UNC\\')) return `\\${found.slice(7)}`;
      return found.startsWith('\\\\?\\') ? found.slice(4) : found;
    },
    list: (handle: number, max: number) => listOf(f, handle, max),
    ...changesWith(f),
  };
}

/** Of what is open by its handle. */
function changesWith(f: Functions) {
  const set = (handle: number, kind: number, value: Buffer): number =>
    statusOf(f.set(handle, Buffer.alloc(16), value, value.length, kind));
  /** The newer way first; FAT and older systems have only the other. */
  const setEither = (
    handle: number,
    newer: readonly [number, Buffer],
    older: typeof newer,
  ): void => {
    const status = set(handle, ...newer);
    check(unknownWay.has(status) ? set(handle, ...older) : status);
  };

  return {
    rename(
      handle: number,
      folder: number,
      name: string,
      { mayReplace }: { mayReplace: boolean },
    ): void {
      const value = renameValue(folder, name);
      const newer = Buffer.from(value);
      newer.writeUInt32LE(mayReplace ? replaceAsPosix : 0x2, 0);
      value.writeUInt8(mayReplace ? 1 : 0, 0);
      setEither(handle, [setting.renameEx, newer], [setting.rename, value]);
    },
    remove(handle: number): void {
      const newer = Buffer.alloc(4);
      newer.writeUInt32LE(removeAsPosix, 0);
      setEither(handle, [setting.dispositionEx, newer], [setting.disposition, Buffer.from([1])]);
    },
  };
}

function opened(
  native: Koffi,
  f: Functions,
  { folder, name, how }: { folder: number; name: string; how: NativeOpening },
): number {
  const handle = Buffer.alloc(8);
  const text = Buffer.alloc(name.length * 2 + 2);
  text.write(name, 'utf16le');
  const named = unicodeString(native, text);
  const attributes = objectAttributes(native, folder, named);
  const options = openItself | (how.kind ? kinds[how.kind] : 0);
  const status = f.create(
    ...[handle, how.access | synchronize, attributes, Buffer.alloc(16), null, 0x80],
    ...[how.share, how.disposition, options, null, 0],
  );
  check(statusOf(status));
  return Number(handle.readBigInt64LE());
}

function listOf(f: Functions, handle: number, max: number): readonly NativeEntry[] {
  const entries: NativeEntry[] = [];
  const buffer = Buffer.alloc(65_536);
  for (let isFirst = 1; entries.length < max; isFirst = 0) {
    const found = f.list(
      ...[handle, null, null, null, Buffer.alloc(16), buffer, buffer.length],
      ...[information.names, 0, null, isFirst],
    );
    const status = statusOf(found);
    if (noMoreNames.has(status)) break;
    check(status);
    entries.push(...namesIn(buffer));
  }
  return entries.slice(0, max);
}

function functionsOf(native: Koffi): Functions {
  const nt = native.load('ntdll.dll');
  const kernel = native.load('kernel32.dll');
  const own = native.load(process.execPath);
  const [number, handle, pointer] = ['uint32_t', 'intptr_t', 'void *'];
  return {
    create: nt.func('NtCreateFile', number, [
      ...[pointer, number, pointer, pointer, pointer, number, number, number, number],
      ...[pointer, number],
    ]),
    set: nt.func('NtSetInformationFile', number, [handle, pointer, pointer, number, number]),
    query: nt.func('NtQueryInformationFile', number, [handle, pointer, pointer, number, number]),
    list: nt.func('NtQueryDirectoryFile', number, [
      ...[handle, pointer, pointer, pointer, pointer, pointer, number],
      ...[number, 'uint8_t', pointer, 'uint8_t'],
    ]),
    finalPath: kernel.func('GetFinalPathNameByHandleW', number, [handle, pointer, number, number]),
    close: kernel.func('CloseHandle', 'int', [handle]),
    descriptor: own.func('uv_open_osfhandle', 'int', [handle]),
    handle: own.func('uv_get_osfhandle', handle, ['int']),
  };
}

const statusOf = (result: unknown): number => Number(result) >>> 0;

function check(status: number): void {
  // Zero and what is below two to the power of 31 is success or information.
  if (status < 0x80000000) return;
  throw new CallError(codes[status] ?? `0x${status.toString(16)}`);
}

/** UNICODE_STRING of a text that ends with a zero. */
function unicodeString(native: Koffi, text: Buffer): Buffer {
  const value = Buffer.alloc(16);
  value.writeUInt16LE(text.length - 2, 0);
  value.writeUInt16LE(text.length, 2);
  value.writeBigUInt64LE(native.address(text), 8);
  return value;
}

/** OBJECT_ATTRIBUTES */
function objectAttributes(native: Koffi, folder: number, name: Buffer): Buffer {
  const value = Buffer.alloc(48);
  value.writeUInt32LE(value.length, 0);
  value.writeBigInt64LE(BigInt(folder), 8);
  value.writeBigUInt64LE(native.address(name), 16);
  value.writeUInt32LE(caseInsensitive, 24);
  return value;
}

/** FILE_RENAME_INFORMATION, whose first field the caller writes. */
function renameValue(folder: number, name: string): Buffer {
  const value = Buffer.alloc(20 + name.length * 2 + 4);
  value.writeBigInt64LE(BigInt(folder), 8);
  value.writeUInt32LE(name.length * 2, 16);
  value.write(name, 20, 'utf16le');
  return value;
}

/** FILE_DIRECTORY_INFORMATION, one after the other. */
function namesIn(buffer: Buffer): readonly NativeEntry[] {
  const entries: NativeEntry[] = [];
  let at = 0;
  for (;;) {
    const length = buffer.readUInt32LE(at + 60);
    const name = Buffer.from(buffer.subarray(at + 64, at + 64 + length));
    const text = name.toString('utf16le');
    if (text !== '.' && text !== '..')
      entries.push({ name, attributes: buffer.readUInt32LE(at + 56) });
    const next = buffer.readUInt32LE(at);
    if (next === 0) return entries;
    at += next;
  }
}
