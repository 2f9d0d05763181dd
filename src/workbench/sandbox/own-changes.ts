/** Tells which files our own actions write, so that a command that runs meanwhile is not blamed. */
import type { ConfinedFiles } from '../confined/files.ts';
import { isError } from '../confined/errors.ts';

export function reportingChanges(
  files: ConfinedFiles,
  changed: (file: string) => void,
): ConfinedFiles {
  return {
    ...files,
    async create(path, ...more) {
      const made = await files.create(path, ...more);
      if (!isError(made)) changed(path);
      return made;
    },
    async replace(path, ...more) {
      const made = await files.replace(path, ...more);
      if (!isError(made)) changed(path);
      return made;
    },
    async rename(from, to, ...more) {
      const error = await files.rename(from, to, ...more);
      if (!error) changed(to);
      return error;
    },
    async putIn(from, path, ...more) {
      const error = await files.putIn(from, path, ...more);
      if (!error) changed(path);
      return error;
    },
  };
}
