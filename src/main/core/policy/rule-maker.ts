/** Makes a rule from the user's draft, with real paths and known names, so that it matches what it says. */
import { isAction } from '../../../shared/actions/actions.ts';
import type { ConfirmAsk, ShownFamily } from '../../../shared/asks/asks.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import { connectAction } from '../../../shared/network/connection.ts';
import { canonicalPattern } from '../../../shared/network/host-pattern.ts';
import type { Rule, RuleDraft } from '../../../shared/rules/rules.ts';
import type { Needs } from '../dependencies.ts';
import { familyActions } from './command-family.ts';

export type MadeRule =
  | { readonly made: true; readonly rule: Rule }
  | { readonly made: false; readonly why: string };

interface MakerNeeds extends Pick<Needs, 'clock' | 'newId' | 'paths' | 'home'> {
  readonly toolOf: (name: string) => object | undefined;
}

const no = (why: string): MadeRule => ({ made: false, why });

export async function makeRule(draft: RuleDraft, needs: MakerNeeds): Promise<MadeRule> {
  const client = draft.client === null ? null : ClientId.safeParse(draft.client.trim());
  if (client?.success === false)
    return no(
      'No agent can have that name. Names are 1 to 40 lower-case letters, digits, hyphens.',
    );
  const host = draft.host === undefined ? undefined : canonicalPattern(draft.host);
  if (host === null) return no('That is no host. Examples: example.com, *.example.com:443.');
  const isKnown = (name: string): boolean =>
    isAction(name) || name === connectAction || needs.toolOf(name) !== undefined;
  const unknown = draft.actions.find((name) => !isKnown(name));
  if (unknown !== undefined) return no(`There is no action and no tool called ${unknown}.`);
  const within = draft.within === null ? null : await realFolder(draft.within.trim(), needs);
  if (within !== null && typeof within !== 'string') return no(within.why);
  const now = needs.clock.now();
  const { effect, seconds, fromEntry } = draft;
  const rule = {
    ...{ ruleId: needs.newId(), effect, client: client?.data ?? null, within },
    actions: host === undefined ? [...new Set(draft.actions)] : [connectAction],
    ...(host === undefined ? {} : { host }),
    ...{ exactly: null, exactCall: null, exactSentence: null, fromEntry },
    ...{ createdAt: now, until: seconds === null ? null : now + seconds * 1000, lastUsedAt: null },
  };
  return { made: true, rule };
}

const noExactCall = { exactly: null, exactCall: null, exactSentence: null };

/**
 * A rule for what an ask offers to keep, and its agent: the host, the program and first word in the folder, or
 * exactly the call. Null when no such rule may be saved.
 */
export function makeExactRule(
  { ruleDraft, family, network, agent, action }: ConfirmAsk,
  seconds: number | null,
  needs: Pick<Needs, 'clock' | 'newId'>,
): Rule | null {
  const client = ClientId.safeParse(agent.clientId);
  const keep = network?.keep;
  const exact = ruleDraft && { within: null, ...ruleDraft };
  const kept = keep ? { ...noExactCall, ...keep } : family ? ofFamily(family) : exact;
  if (!kept || !client.success) return null;
  const now = needs.clock.now();
  return {
    ...{ ruleId: needs.newId(), effect: 'allow', client: client.data, ...kept },
    actions: family && !keep ? [...familyActions] : isAction(action) || keep ? [action] : [],
    ...{ fromEntry: null, createdAt: now, lastUsedAt: null },
    until: seconds === null ? null : now + seconds * 1000,
  };
}

const ofFamily = ({ folder, ...command }: ShownFamily) => ({
  ...noExactCall,
  ...{ within: folder, command },
});

/** Rules are compared with real paths: a rule about a link would never match. */
async function realFolder(
  named: string,
  { paths, home }: MakerNeeds,
): Promise<string | { readonly why: string }> {
  const pinned = await paths.pin(named.replace(/^~(?=$|[/\\])/, home));
  return 'path' in pinned ? pinned.path : { why: pinned.message };
}
