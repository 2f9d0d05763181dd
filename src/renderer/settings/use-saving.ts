import { useState } from 'react';
import type { SettingChange } from '../../shared/app/setting-change.ts';
import { changeSetting } from '../app/commands.ts';

export interface Saving {
  /** Why the last change was not saved. */
  readonly problem: string | null;
  readonly isSaved: boolean;
  save(value: SettingChange['value']): Promise<boolean>;
  forget(): void;
}

/** Saves immediately. The main process validates; its error is shown beside the field. */
export function useSaving(name: SettingChange['name']): Saving {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  return {
    problem,
    isSaved,
    async save(value) {
      const why = await changeSetting({ name, value });
      setProblem(why);
      setSaved(why === null);
      return why === null;
    },
    forget() {
      setProblem(null);
      setSaved(false);
    },
  };
}
