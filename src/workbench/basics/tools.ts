/**
 * Programs and native modules that come with Gatehouse. They cannot be bundled: a packaged app has
 * them beside its archive in `resources/tools/node_modules`, the repository in `node_modules`.
 */
import type * as NodePty from '@lydell/node-pty';
import type ParcelWatcher from '@parcel/watcher';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resourcesPath = '' } = process as { resourcesPath?: string };
const packed = path.join(resourcesPath, 'tools');

/** False when running from the repository (development, tests). */
export const isPackaged = resourcesPath !== '' && fs.existsSync(packed);

const load = createRequire(isPackaged ? path.join(packed, 'tools.js') : import.meta.url);

const system = `${process.platform}-${process.arch}`;
const exe = process.platform === 'win32' ? '.exe' : '';

/** Throws if there is no build for this system. */
export const parcelWatcher = (): typeof ParcelWatcher =>
  load('@parcel/watcher') as typeof ParcelWatcher;

/** Null if there is no build for this system. */
function programIn(file: string): string | null {
  try {
    return load.resolve(file);
  } catch {
    return null;
  }
}

export const ripgrep = (): string | null => programIn(`@vscode/ripgrep-${system}/bin/rg${exe}`);

/** Throws if there is no build for this system. */
export const nodePty = (): typeof NodePty => load('@lydell/node-pty') as typeof NodePty;

/** A function of a C library. Koffi's own types are not used: they know more than is called here. */
export type NativeFunction = (...args: readonly unknown[]) => unknown;

export interface NativeLibrary {
  func(declaration: string): NativeFunction;
  func(name: string, result: string, args: readonly string[]): NativeFunction;
}

export interface Koffi {
  load(library: string): NativeLibrary;
  errno(): number;
  /** Of a buffer, which must be kept while the address is in use. */
  address(of: Buffer): bigint;
  decode(from: unknown, offset: number, type: string, length?: number): unknown;
}

/** Calls functions of the system's C library. Throws if there is no build for this system. */
export const koffi = (): Koffi => load('koffi') as Koffi;

/** Null if there is no build for this system. */
export function typescriptServer(): string | null {
  // The package exports only its manifest.
  const manifest = programIn(`@typescript/typescript-${system}/package.json`);
  return manifest && path.join(path.dirname(manifest), 'lib', `tsc${exe}`);
}

export const pyrightServer = (): string | null => programIn('pyright/langserver.index.js');

/** The path of a file in a bundled package; throws if it is missing. */
export const toolFile = (file: string): string => load.resolve(file);
