/** Which folder calls this system has, and which are in use. */
import type { FolderCalls } from './folder-calls.ts';
import { nativeFolderCalls } from './native-folder-calls.ts';
import { procFolderCalls } from './proc-folder-calls.ts';

/** Null where there is no implementation: files can only be read there. */
export function folderCallsOn(platform: string): FolderCalls | null {
  if (platform === 'linux') return procFolderCalls;
  return platform === 'darwin' ? nativeFolderCalls() : null;
}

let current: FolderCalls | null | undefined;

export function folderCalls(): FolderCalls {
  current ??= folderCallsOn(process.platform);
  if (!current) throw new Error('There are no folder calls for this system.');
  return current;
}

/** For tests, which run the implementation of macOS on Linux. Open folders keep the one they have. */
export function setFolderCalls(calls: FolderCalls): void {
  current = calls;
}
