import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/shared/rules/rules.ts';

/** A rule that allows everything everywhere for ever, but for what is said here. */
export const ruleWith = (own: Partial<Rule>): Rule => ({
  ruleId: randomUUID(),
  effect: 'allow',
  client: null,
  actions: [],
  within: null,
  exactly: null,
  exactCall: null,
  exactSentence: null,
  fromEntry: null,
  createdAt: 0,
  until: null,
  lastUsedAt: null,
  ...own,
});
