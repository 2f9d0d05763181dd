/** State that only this installation can have written: other content counts as none. */
import { z } from 'zod';
import type { Needs } from '../dependencies.ts';

type MarkedNeeds = Pick<Needs, 'stateStore' | 'mac'>;

const Marked = z.strictObject({ kept: z.unknown(), mark: z.string() });

/** Null when nothing is stored, or not by this installation. */
export async function loadMarked<Kept>(
  name: string,
  schema: z.ZodType<Kept>,
  needs: MarkedNeeds,
): Promise<Kept | null> {
  const stored = Marked.safeParse(await needs.stateStore.load(name));
  if (!stored.success || stored.data.mark !== markOf(name, stored.data.kept, needs)) return null;
  const kept = schema.safeParse(stored.data.kept);
  return kept.success ? kept.data : null;
}

export const saveMarked = (name: string, kept: unknown, needs: MarkedNeeds): Promise<void> =>
  needs.stateStore.save(name, { kept, mark: markOf(name, kept, needs) });

const markOf = (name: string, kept: unknown, { mac }: MarkedNeeds): string =>
  mac?.(`${name} ${JSON.stringify(kept)}`) ?? '';
