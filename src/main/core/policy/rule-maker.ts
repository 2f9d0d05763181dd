/** Makes a rule of what a person wishes, so that it says exactly what it will match. */
import { isAction } from '../../../shared/actions.ts';
import type { ConfirmAsk } from '../../../shared/asks.ts';
import { ClientId } from '../../../shared/ids.ts';
import type { Rule, RuleWish } from '../../../shared/rules.ts';
import type { Needs } from '../needs.ts';

export type MadeRule =
  | { readonly made: true; readonly rule: Rule }
  | { readonly made: false; readonly why: string };

interface MakerNeeds extends Pick<Needs, 'clock' | 'newId' | 'paths' | 'home'> {
  readonly toolOf: (name: string) => object | undefined;
}

const no = (why: string): MadeRule => ({ made: false, why });

export async function makeRule(wish: RuleWish, needs: MakerNeeds): Promise<MadeRule> {
  const client = wish.client === null ? null : ClientId.safeParse(wish.client.trim());
  if (client?.success === false)
    return no(
      'No agent can have that name. Names are 1 to 40 lower-case letters, digits, hyphens.',
    );
  const unknown = wish.actions.find((name) => !isAction(name) && !needs.toolOf(name));
  if (unknown !== undefined) return no(`There is no action and no tool called ${unknown}.`);
  const within = wish.within === null ? null : await realFolder(wish.within.trim(), needs);
  if (within !== null && typeof within !== 'string') return no(within.why);
  const now = needs.clock.now();
  const { effect, seconds, fromEntry } = wish;
  const rule = {
    ...{ ruleId: needs.newId(), effect, client: client?.data ?? null, within },
    actions: [...new Set(wish.actions)],
    ...{ exactly: null, exactCall: null, exactSentence: null, fromEntry },
    ...{ createdAt: now, until: seconds === null ? null : now + seconds * 1000, lastUsedAt: null },
  };
  return { made: true, rule };
}

/** For exactly the call that an ask shows, and the agent that asks; null: no rule can be kept. */
export function makeExactRule(
  { ruleDraft, agent, action }: ConfirmAsk,
  seconds: number | null,
  needs: Pick<Needs, 'clock' | 'newId'>,
): Rule | null {
  const client = ClientId.safeParse(agent.clientId);
  if (!ruleDraft || !client.success) return null;
  const now = needs.clock.now();
  return {
    ...{ ruleId: needs.newId(), effect: 'allow', client: client.data, within: null, ...ruleDraft },
    actions: isAction(action) ? [action] : [],
    ...{ fromEntry: null, createdAt: now, lastUsedAt: null },
    until: seconds === null ? null : now + seconds * 1000,
  };
}

/** Rules are held against real paths: one about a link would never match. */
async function realFolder(
  named: string,
  { paths, home }: MakerNeeds,
): Promise<string | { readonly why: string }> {
  const pinned = await paths.pin(named.replace(/^~(?=$|[/\\])/, home));
  return 'path' in pinned ? pinned.path : { why: pinned.message };
}
