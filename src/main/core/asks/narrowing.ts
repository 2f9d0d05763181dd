/** A yes may be smaller than the question, never larger. */
import type { AccessAsk, AllowAccess } from '../../../shared/access.ts';

export function widerThanAsked(answer: AllowAccess, ask: AccessAsk): string | null {
  const scope = answer.scopes.find((one) => !ask.scopes.includes(one));
  if (scope) return `The scope ${scope} was not asked for.`;
  const places = [...ask.roots, ...ask.picked.map(({ path }) => path)];
  const root = answer.roots.find((one) => !places.includes(one));
  if (root) return `The folder ${root} was not asked for.`;
  return null;
}
