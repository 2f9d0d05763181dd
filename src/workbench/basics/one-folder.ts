/** The folder to work in: the one that is named, else the only one of the session. */
import { refused, type Refused } from '../../shared/outcomes.ts';
import type { Task } from '../hand.ts';

export function oneFolder(named: string | undefined, { roots }: Task): string | Refused {
  if (named !== undefined) return named;
  const [only, ...others] = roots;
  if (only && others.length === 0) return only.path;
  const folders = roots.map((root) => root.path).join(', ');
  return refused('invalid-arguments', `Name one of the session's folders: ${folders}.`);
}
