/** Which rules may be saved. Rules that deny or ask may be as broad as the user likes; rules that allow may not. */
import { actionInfo, isAction } from '../../../shared/actions/actions.ts';
import { classOfAddress, classOfName } from '../../../shared/network/address-class.ts';
import { exactCallOf, type Rule } from '../../../shared/rules/rules.ts';
import type { Needs } from '../dependencies.ts';
import { holdsOwnData, ownData, protectionOf } from '../roots/protected-paths.ts';

type SaveRuleNeeds = Pick<Needs, 'sha256' | 'home' | 'ownPaths'>;

/** Null when the rule may be saved. */
export function whyNotKept(rule: Rule, needs: SaveRuleNeeds): string | null {
  const unlike = rule.exactly === null ? null : whyNotShown(rule, needs);
  if (unlike !== null || rule.effect !== 'allow') return unlike;
  if (rule.host !== undefined) return whyNotHost(rule);
  if (rule.command !== undefined) return whyNotCommand(rule, needs);
  return rule.exactly === null ? whyTooBroad(rule, needs) : whyNotExact(rule);
}

/** The call shown for an exact rule must be the very bytes that it matches. */
function whyNotShown({ exactly, exactCall }: Rule, { sha256 }: SaveRuleNeeds): string | null {
  return exactCall !== null && sha256(exactCall) === exactly
    ? null
    : 'What it shows is not what it would match.';
}

function whyTooBroad({ actions, within }: Rule, needs: SaveRuleNeeds): string | null {
  if (actions.length === 0) return 'A rule that allows must say which actions, or which call.';
  const grave = actions.find(
    (name) => isAction(name) && ['run', 'destroy'].includes(actionInfo(name).kind),
  );
  if (grave !== undefined)
    return `${grave} runs code or destroys; it can be allowed for exactly one call only.`;
  if (within === null) return null;
  if (ownData(within, needs) || holdsOwnData(within, needs))
    return "Gatehouse's own data is never available to agents.";
  const protection = protectionOf(within, needs);
  return protection ? `${within} is protected: ${protection.effect}` : null;
}

function whyNotExact({ exactCall }: Rule): string | null {
  const call = exactCallOf(exactCall ?? '');
  if (call === null) return 'What it would match cannot be read.';
  return call.keep === 'once' ? `It can only be allowed once. ${call.whyOnce}` : null;
}

function whyNotCommand({ client, within }: Rule, needs: SaveRuleNeeds): string | null {
  if (client === null || within === null)
    return 'A command is allowed for one agent in one folder.';
  return ownData(within, needs) || holdsOwnData(within, needs)
    ? "Gatehouse's own data is never available to agents."
    : null;
}

/** Targets on this computer or its network, and whole domains, are never allowed in advance. */
function whyNotHost({ host = '', client, within }: Rule): string | null {
  if (host.startsWith('*.')) return 'Only one host at a time can be allowed.';
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const addressClass = classOfName(name) ?? classOfAddress(name);
  if (addressClass !== null && addressClass !== 'public')
    return 'An address of this computer or its network can only be allowed once.';
  return client === null || within === null
    ? 'A host is allowed for one agent in one folder.'
    : null;
}
