/** The state of the rule form: its fields, the result of a trial, and the error. */
import { useRef, useState } from 'react';
import type { RuleDraft } from '../../shared/rules/rules.ts';
import { addRule, tryRule, type TriedRule } from '../app/commands.ts';
import { type RuleForm, whyUnfinished, draftOf } from './rules-text.ts';

interface RuleEditing {
  readonly form: RuleForm;
  /** Null while no action is selected. */
  readonly draft: RuleDraft | null;
  readonly tried: TriedRule | 'trying' | null;
  readonly error: string | null;
  change(form: RuleForm): void;
  tryIt(): Promise<void>;
  /** Whether it counts now. */
  save(): Promise<boolean>;
}

export function useRuleForm(first: RuleForm): RuleEditing {
  const [form, setForm] = useState(first);
  const [tried, setTried] = useState<RuleEditing['tried']>(null);
  const [error, setError] = useState<string | null>(null);
  const shown = useRef(first);
  const draft = draftOf(form);
  const change = (next: RuleForm): void => {
    shown.current = next;
    setForm(next);
    setTried(null);
    setError(null);
  };
  const tryIt = async (): Promise<void> => {
    if (draft === null) return setError(whyUnfinished);
    setTried('trying');
    setError(null);
    const result = await tryRule(draft);
    // Meanwhile the form may speak of something else.
    if (shown.current !== form) return;
    const isWhy = typeof result === 'string';
    setTried(isWhy ? null : result);
    setError(isWhy ? result : null);
  };
  const save = async (): Promise<boolean> => {
    const why = draft === null ? whyUnfinished : await addRule(draft);
    setError(why);
    return why === null;
  };
  return { form, draft, tried, error, change, tryIt, save };
}
