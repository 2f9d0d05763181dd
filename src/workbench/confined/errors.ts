/** Maps file system errors to action errors. */
import { failed, refused, type Refused, type ActionError } from '../../shared/actions/outcomes.ts';
import { systemErrorCode } from '../../shared/base/system-error.ts';

export { isError, type ActionError } from '../../shared/actions/outcomes.ts';

export const codeOf = (error: unknown): string => systemErrorCode(error) ?? String(error);

/** With O_NOFOLLOW a link fails with ELOOP, or with ENOTDIR if a folder was requested. */
export const isLinkCode = (error: unknown): boolean =>
  codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOTDIR';

/** What a socket answers to being opened, on Linux and on macOS. */
export const isSocketCode = (error: unknown): boolean =>
  codeOf(error) === 'ENXIO' || codeOf(error) === 'EOPNOTSUPP';

export function errorOf(error: unknown): ActionError {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return refused('not-found');
    case 'ELOOP':
      return refused('outside-roots', 'A link was put in its place.');
    case 'ENOTDIR':
      return refused('not-a-folder', 'A file is in the way.');
    case 'EISDIR':
      return refused('not-a-file');
    case 'EEXIST':
      return refused('already-there');
    case 'ENOTEMPTY':
      return failed('action-failed', 'The folder is not empty.');
    case 'ENAME':
      return refused('bad-path', 'Windows has no file of exactly this name.');
    case 'ENAMETOOLONG':
      return refused('bad-path', 'A name in the path is too long.');
    default:
      // Only the code: Node's message would contain a path below /proc.
      return failed('action-failed', `The file system said ${code}.`);
  }
}

/** For callers whose only error kind is a refusal. */
export const asRefusal = (error: ActionError): Refused =>
  error.kind === 'refused' ? error : { ...error, kind: 'refused' };
