/** Which folder calls this system has, and which are in use. */
import type { FolderCalls } from './folder-calls.ts';
import { nativeFolderCalls } from './native-folder-calls.ts';
import { procFolderCalls } from './proc-folder-calls.ts';
import { windowsFolderCalls } from './windows-folder-calls.ts';

export function folderCallsOn(platform: string): FolderCalls {
  if (platform === 'win32') return windowsFolderCalls();
  return platform === 'darwin' ? nativeFolderCalls() : procFolderCalls;
}

let current: FolderCalls | null = null;

export function folderCalls(): FolderCalls {
  current ??= folderCallsOn(process.platform);
  return current;
}

/** For tests, which run the implementation of macOS on Linux. Open folders keep the one they have. */
export function setFolderCalls(calls: FolderCalls): void {
  current = calls;
}
