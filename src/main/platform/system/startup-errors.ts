/** Why the app cannot start, in one sentence with the next step. */
export function whyNotStarted(error: unknown, dataDir: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path: where = dataDir } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${dataDir} is full. Free some space, then start Gatehouse again.`;
    case 'EROFS':
      return `${where} lies on a disk that can only be read. Set GATEHOUSE_DATA_DIR to a folder that can be written.`;
    case 'EACCES':
    case 'EPERM':
      return `No permission to use ${where} (${code}). Everything in ${dataDir} must belong to you: check with ls -l, fix it with chown and chmod, then start Gatehouse again.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open on this machine. Close some programs, then start Gatehouse again.';
    case undefined:
    default:
      return error.message;
  }
}
