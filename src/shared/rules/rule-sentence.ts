/** A rule as a sentence. No zod here, so that pages load fast. */
import { actionPhrase } from '../actions/action-phrases.ts';
import { visibleText } from '../base/visible-text.ts';

export interface RuleSentenceParts {
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly client: string | null;
  readonly actions: readonly string[];
  readonly within: string | null;
  readonly host?: string | undefined;
  readonly command?: { readonly words: string; readonly isSandboxed: boolean } | undefined;
  readonly exactSentence: string | null;
  /** The role it comes from. */
  readonly role?: string | undefined;
}

const verbs = { allow: 'Let', ask: 'Ask before letting', deny: 'Never let' } as const;

/** "Never let opencode delete a file or folder in /home/me/notes." */
export function ruleSentence(rule: RuleSentenceParts): string {
  const who = rule.client === null ? 'any agent' : visibleText(rule.client);
  const where = rule.within === null ? '' : ` in ${visibleText(rule.within)}`;
  const role = rule.role === undefined ? '' : ` (role ${visibleText(rule.role)})`;
  return `${verbs[rule.effect]} ${who} ${actionsOf(rule)}${where}${howOf(rule)}${role}.`;
}

function actionsOf({ host, command, exactSentence, actions }: RuleSentenceParts): string {
  if (host !== undefined) return `reach ${visibleText(host)}`;
  if (command) return `run ${visibleText(command.words)}`;
  if (exactSentence !== null) return `do exactly this: ${visibleText(exactSentence)}`;
  return actions.map(actionPhrase).join(', ') || 'do anything';
}

function howOf({ command }: RuleSentenceParts): string {
  if (!command) return '';
  return `, with any arguments, ${command.isSandboxed ? 'in the sandbox' : 'without a sandbox'}`;
}

/** "npm test", "reach registry.example", "delete a file or folder": for the rules table. */
export function ruleSubject(rule: RuleSentenceParts): string {
  const { command, exactSentence } = rule;
  if (command)
    return `${visibleText(command.words)} (${command.isSandboxed ? 'in the sandbox' : 'without a sandbox'})`;
  return exactSentence === null ? actionsOf(rule) : visibleText(exactSentence);
}
