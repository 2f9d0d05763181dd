/**
 * The current user and their home folder, also for a user id without a passwd entry (common in
 * containers).
 */
import os from 'node:os';

/**
 * If the system knows no home folder, nothing can be stored below it; the data folder then has to
 * be set.
 */
export function homeFolder(): string {
  try {
    return os.homedir();
  } catch {
    return '/';
  }
}

let known: string | null = null;

/** Looked up once: the system may read files or ask a server for it. */
export function userName(): string {
  known ??= nameOfUser();
  return known;
}

function nameOfUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
