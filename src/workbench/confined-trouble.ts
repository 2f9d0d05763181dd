/** What the file system said, in our words. */
import { failed, refused, type Refused, type Trouble } from '../shared/outcomes.ts';

export { isTrouble, type Trouble } from '../shared/outcomes.ts';

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** With O_NOFOLLOW a link gives ELOOP; where a folder is wanted, ENOTDIR. */
export const isLinkCode = (error: unknown): boolean =>
  codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOTDIR';

export function troubleOf(error: unknown): Trouble {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return refused('not-found');
    case 'ELOOP':
      return refused('outside-roots', 'A link was put in its place.');
    case 'ENOTDIR':
      return refused('not-a-folder', 'A file stands on the way.');
    case 'EISDIR':
      return refused('not-a-file');
    case 'EEXIST':
      return refused('already-there');
    case 'ENOTEMPTY':
      return failed('action-failed', 'The folder is not empty.');
    case 'ENAMETOOLONG':
      return refused('bad-path', 'A name in it is too long.');
    default:
      // The code only: the message of Node would name a path below /proc.
      return failed('action-failed', `The file system said ${code}.`);
  }
}

/** For those who may only refuse. */
export const asRefusal = (trouble: Trouble): Refused =>
  trouble.kind === 'refused' ? trouble : { ...trouble, kind: 'refused' };
