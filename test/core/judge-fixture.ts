/** Calls as they are settled, for the policy to judge; only what it looks at matters. */
import type { AffectedPath, ResolvedCall, ResolvedCommand } from '../../src/main/core/call/call.ts';
import { judge } from '../../src/main/core/policy/judge.ts';
import { protectionOf } from '../../src/main/core/roots/protected-paths.ts';
import type { ActionKind, ActionName, PathUse } from '../../src/shared/actions/actions.ts';
import type { Rule } from '../../src/shared/rules/rules.ts';
import type { Scope } from '../../src/shared/access/scopes.ts';
import { agent, rootAt, sha256 } from './core-fixture.ts';

export const places = { home: '/home/ada', ownPaths: ['/home/ada/.config/gatehouse'] };
export const now = 1_000_000;

export const placeAt = (
  path: string,
  use: PathUse,
  own: Partial<AffectedPath> = {},
): AffectedPath => ({
  path,
  root: rootAt('/w/app'),
  exists: true,
  links: 1,
  kind: 'file',
  use,
  protection: protectionOf(path, places),
  ...own,
});

interface CallFacts {
  readonly action?: ActionName;
  readonly kind?: ActionKind;
  readonly scope?: Scope;
  readonly places?: readonly AffectedPath[];
}

export function callOf(facts: CallFacts = {}): ResolvedCall {
  const { action = 'open_file', kind = 'read', scope = 'read:files' } = facts;
  const at = facts.places ?? [placeAt('/w/app/a.ts', 'read')];
  const args = { path: at[0]?.path };
  return {
    action,
    tool: null,
    args,
    kind,
    scopes: [scope],
    editBytes: 0,
    agent,
    session: {} as ResolvedCall['session'],
    places: at,
    command: null,
    plan: null,
    skip: [],
    digest: sha256(JSON.stringify([action, args])),
  };
}

export const write = (path: string, own: Partial<AffectedPath> = {}): ResolvedCall =>
  callOf({ action: 'edit_buffer', kind: 'write', places: [placeAt(path, 'write', own)] });
export const remove = (path = '/w/app/a.ts'): ResolvedCall =>
  callOf({ action: 'delete_file', kind: 'destroy', places: [placeAt(path, 'delete')] });
export const run = (): ResolvedCall => callOf({ action: 'exec_command', kind: 'run', places: [] });

/** Runs code in so many ways, each worth a sentence. */
export const commandThat = (keep: ResolvedCommand['keep'], ways = 1): ResolvedCommand => ({
  ...{ argv: ['x'], program: '/usr/bin/x', programFile: '/usr/bin/x', cwd: '/w/app', says: '' },
  effects: ['runs-other-code'],
  does: Array.from({ length: ways }, (_, at) => ({
    ...{ effect: 'runs-other-code', word: 'x', sentence: `it does ${at + 1}` },
  })),
  ...{ environment: {}, keep, whyOnce: '' },
});

export const verdictOn = (call: ResolvedCall, ...rules: readonly Rule[]) =>
  judge(call, { ...places, rules, now });
