/** Picks the folder to work in: the named one, or the session's only folder. */
import { refused, type Refused } from '../../shared/actions/outcomes.ts';
import type { Task } from '../action-handler.ts';

export function oneFolder(named: string | undefined, { roots }: Task): string | Refused {
  if (named !== undefined) return named;
  const [only, ...others] = roots;
  if (only && others.length === 0) return only.path;
  const folders = roots.map((root) => root.path).join(', ');
  return refused('invalid-arguments', `Name one of the session's folders: ${folders}.`);
}
