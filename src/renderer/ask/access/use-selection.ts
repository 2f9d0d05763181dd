/** What the user has selected so far. Everything requested, what its role includes, or what was granted last time starts selected; nothing can be added. */
import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import { toggled } from '../../text/toggled.ts';
import { longestFor, preselectedSeconds } from './duration-choices.ts';
import type { GrantSelection } from './access-text.ts';

export interface ChoiceControls {
  readonly choice: GrantSelection;
  toggleScope(scope: Scope): void;
  /** All scopes of a row at once. */
  setScopes(of: readonly Scope[], isOn: boolean): void;
  toggleRoot(root: string): void;
  /** A subfolder replaces it. */
  narrowRoot(root: string, inside: string): void;
  /** A preset: these scopes in these folders. */
  select(scopes: readonly Scope[], roots: readonly string[]): void;
  chooseLifetime(lifetime: Pick<GrantSelection, 'seconds' | 'once'>): void;
  setSeenMarks(hasSeen: boolean): void;
}

export function useChoice(ask: AccessAsk): ChoiceControls {
  const [choice, setChoice] = useState<GrantSelection>(() => ({
    scopes: ask.lastTime?.scopes ?? ownRole(ask)?.scopes ?? ask.scopes,
    roots: (ask.lastTime ? null : ownRole(ask))?.roots ?? ask.roots,
    seconds:
      ask.lastTime?.seconds ?? preselectedSeconds(ask.requestedSeconds, longestFor(ask.agent)),
    once: false,
    hasSeenMarks: false,
  }));
  const change = (part: (before: GrantSelection) => Partial<GrantSelection>): void =>
    setChoice((before) => ({ ...before, ...part(before) }));
  return {
    choice,
    toggleScope: (scope) => change((before) => ({ scopes: toggled(before.scopes, scope) })),
    setScopes: (of, isOn) =>
      change((before) => {
        const others = before.scopes.filter((scope) => !of.includes(scope));
        return { scopes: isOn ? [...others, ...of] : others };
      }),
    toggleRoot: (root) => change((before) => ({ roots: toggled(before.roots, root) })),
    narrowRoot: (root, inside) =>
      change((before) => ({
        roots: [...before.roots.filter((item) => item !== root && item !== inside), inside],
      })),
    select: (scopes, roots) => change(() => ({ scopes, roots })),
    chooseLifetime: (lifetime) => change(() => lifetime),
    setSeenMarks: (hasSeenMarks) => change(() => ({ hasSeenMarks })),
  };
}

const ownRole = ({ roles = [] }: AccessAsk) => roles.find(({ isOwn }) => isOwn);
