/** preview_access: the verdict on each step of a plan, and the smallest grant that would allow it. */
import { z } from 'zod';
import { done, isError, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import { parseArgs } from '../../../shared/actions/actions.ts';
import type { Core, Preview } from '../../core/core.ts';
import type { SmallestAskFor } from './folders.ts';
import type { Exchange } from './registry.ts';

const maxCalls = 50;

export const PlanArgs = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        action: z.string().max(64).describe('Name of a tool'),
        args: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .min(1)
    .max(maxCalls),
});

const grant = z.strictObject({ scopes: z.array(z.string()), roots: z.array(z.string()) });

export const PlanPreview = z.strictObject({
  calls: z.array(
    z.strictObject({
      action: z.string(),
      verdict: z.enum(['allowed', 'asked', 'denied']),
      why: z.string(),
    }),
  ),
  smallest_grant: grant
    .nullable()
    .describe(
      'Arguments for request_access; null when nothing is missing or it cannot be determined',
    ),
});

interface Deps {
  readonly core: Core;
  readonly smallestAskFor: SmallestAskFor;
  readonly canDo: (action: string) => boolean;
}

/** Recorded and rate limited, since it reveals what an agent may do even without a session. */
export function previewPlan(args: unknown, exchange: Exchange, deps: Deps): Promise<Outcome> {
  const call = { action: 'preview_access', args };
  return deps.core.passLook(call, exchange.agent, () => planned(args, exchange, deps));
}

async function planned(args: unknown, exchange: Exchange, deps: Deps): Promise<Outcome> {
  const parsed = parseArgs(PlanArgs, args);
  if (isError(parsed)) return parsed;
  const seen = [];
  for (const call of parsed.args.calls) {
    seen.push({ action: call.action, found: await previewStep(call, exchange, deps) });
  }
  const missing = seen.flatMap(({ found }) => (found.kind === 'no-access' ? [found.missing] : []));
  return done({
    calls: seen.map(({ action, found }) => ({ action, ...verdictOf(found) })),
    smallest_grant: missing.length > 0 ? deps.smallestAskFor.byName(missing, exchange) : null,
  });
}

async function previewStep(
  call: { readonly action: string; readonly args: unknown },
  { agent, signal }: Exchange,
  { core, canDo }: Deps,
): Promise<Preview> {
  const found = await core.preview(call, agent, signal);
  if (found.kind === 'denied' || canDo(call.action)) return found;
  return { kind: 'denied', refusal: refused('editor-disconnected') };
}

function verdictOf(found: Preview): { readonly verdict: string; readonly why: string } {
  switch (found.kind) {
    case 'allowed':
      return { verdict: 'allowed', why: 'Your session covers it.' };
    case 'confirmed':
      return { verdict: 'asked', why: found.because.join(' ') };
    case 'no-access':
      return { verdict: 'asked', why: found.refusal.message };
    case 'denied':
      return { verdict: 'denied', why: `${found.refusal.message} (${found.refusal.code})` };
  }
}
