/**
 * Vitest set-up of `npm test -- --only=native-files`: the workbench's tests with the folder calls of
 * macOS, which run on Linux, too.
 */
import { setFolderCalls } from '../../src/workbench/confined/system-folder-calls.ts';
import { nativeFolderCalls } from '../../src/workbench/confined/native-folder-calls.ts';

setFolderCalls(nativeFolderCalls());
