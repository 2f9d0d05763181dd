/** Searches for files with secrets below a folder, as deep as the sandbox does. */
import { isSecretFile } from '../../../shared/files/secret-files.ts';
import { FolderScanner } from '../sandbox/folder-facts.ts';

const scanner = new FolderScanner();
const patterns = {
  isProtected: () => false,
  protectedNames: [],
  isSecret: isSecretFile,
  hidden: [],
};

export function hasSecretsBelow(folder: string): boolean {
  try {
    return scanner.scan(folder, patterns).secretFiles.length > 0;
  } catch {
    // A missing folder cannot be searched.
    return false;
  }
}
