/** The user's home folder. A user id without a passwd entry and without HOME has none. */
import os from 'node:os';

export function homeFolder(): string {
  try {
    return os.homedir();
  } catch {
    return '/';
  }
}
