/**
 * A digest of an action or tool definition. An approval is valid only for the definition that was
 * shown.
 */
import { z } from 'zod';
import { actionInfo, isAction, type ActionInfo } from '../../../shared/actions/actions.ts';
import type { Needs } from '../dependencies.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Executors } from './executors.ts';

type DigestNeeds = Pick<Needs, 'sha256'>;

const known = new WeakMap<ActionInfo, string>();

/** Looked up each time, because a plugin may change its tool while the user is asked. */
export function definitionNow(
  { action }: Pick<ResolvedCall, 'action'>,
  executors: Pick<Executors, 'contributed'>,
  needs: DigestNeeds,
): string {
  if (isAction(action)) return digestOf(actionInfo(action), needs);
  return executors.contributed(action)?.definitionHash ?? 'gone';
}

export function digestOf(info: ActionInfo, needs: DigestNeeds): string {
  const before = known.get(info);
  if (before !== undefined) return before;
  const { category, scope, kind, title, description, args, paths } = info;
  const schema = z.toJSONSchema(args, { io: 'input' });
  const digest = needs.sha256(
    JSON.stringify([category, scope, kind, title, description, paths, schema]),
  );
  known.set(info, digest);
  return digest;
}
