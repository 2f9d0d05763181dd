/** Checks that an answer grants at most what was asked for, and no scope without the folder it needs. */
import type { AccessAsk, AllowAccess } from '../../../shared/access/access.ts';
import { needsFolder } from '../../../shared/access/scopes.ts';

export function whyNotGivable(answer: AllowAccess, ask: AccessAsk): string | null {
  const scope = answer.scopes.find((item) => !ask.scopes.includes(item));
  if (scope) return `The scope ${scope} was not asked for.`;
  const places = [...ask.roots, ...ask.picked.map(({ path }) => path)];
  const root = answer.roots.find((item) => !places.includes(item));
  if (root) return `The folder ${root} was not asked for.`;
  if (answer.roots.length === 0 && needsFolder(answer.scopes))
    return 'That cannot be given without a folder.';
  return answer.standing ? whyNotStanding(answer, ask) : null;
}

/** "Start without asking" is only for what the ask offers again, in the same folders. */
function whyNotStanding(answer: AllowAccess, { lastTime, roots }: AccessAsk): string | null {
  if (!lastTime) return 'Only what was granted before can start without asking.';
  const { whyNot, never } = lastTime.standing;
  if (whyNot !== null) return whyNot;
  const grave = answer.scopes.find((scope) => never.includes(scope));
  if (grave) return `The scope ${grave} is asked about every time.`;
  const isWhole = roots.every((root) => answer.roots.includes(root));
  return answer.once || answer.forget || !isWhole || answer.roots.length !== roots.length
    ? 'That cannot start without asking; it can only be for all of these folders.'
    : null;
}
