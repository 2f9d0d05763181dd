/** Checks that an answer grants at most what was asked for, and no scope without the folder it needs. */
import type { AccessAsk, AllowAccess } from '../../../shared/access/access.ts';
import { needsFolder } from '../../../shared/access/scopes.ts';

export function whyNotGivable(answer: AllowAccess, ask: AccessAsk): string | null {
  const scope = answer.scopes.find((one) => !ask.scopes.includes(one));
  if (scope) return `The scope ${scope} was not asked for.`;
  const places = [...ask.roots, ...ask.picked.map(({ path }) => path)];
  const root = answer.roots.find((one) => !places.includes(one));
  if (root) return `The folder ${root} was not asked for.`;
  return answer.roots.length === 0 && needsFolder(answer.scopes)
    ? 'That cannot be given without a folder.'
    : null;
}
