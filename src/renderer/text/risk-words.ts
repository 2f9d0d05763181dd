import type { ActionKind } from '../../shared/actions/actions.ts';
import type { Ask } from '../../shared/asks/asks.ts';
import { scopeInfo, type Risk, type Scope } from '../../shared/access/scopes.ts';

/** Harmless first. */
export const risks: readonly Risk[] = ['look', 'change', 'run', 'destroy'];

export const riskWord: Readonly<Record<Risk, string>> = {
  look: 'Look',
  change: 'Change',
  run: 'Run',
  destroy: 'Destroy',
};

export const riskMeaning: Readonly<Record<Risk, string>> = {
  look: 'Reads only; changes nothing',
  change: 'Changes files or settings',
  run: 'Starts programs',
  destroy: 'Can delete or lose data',
};

export const risksOf = (granted: readonly Scope[]): readonly Risk[] =>
  risks.filter((risk) => granted.some((scope) => scopeInfo(scope).risk === risk));

/** Actions and scopes have four kinds each, shown in the same four colours. */
export const riskOfKind: Readonly<Record<ActionKind, Risk>> = {
  read: 'look',
  write: 'change',
  run: 'run',
  destroy: 'destroy',
};

/** A delete that can be undone changes files and destroys nothing. */
export function risksOfAsk(ask: Ask): readonly Risk[] {
  if (ask.kind === 'access') return risksOf(ask.scopes);
  const canBeUndone = ask.actionKind === 'destroy' && ask.typeToAllow === null;
  return [canBeUndone ? 'change' : riskOfKind[ask.actionKind]];
}
