/** The last snapshot from the main process, and this window's own state: page and message. */
import { create } from 'zustand';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import type { RuleForm } from '../rules/rules-text.ts';
import { refreshNow } from '../ui/ticker.ts';

export const pages = [
  'inbox',
  'sessions',
  'activity',
  'editors',
  'workspaces',
  'clients',
  'rules',
  'settings',
] as const;
export type Page = (typeof pages)[number];

/** The rule being edited, from any page. */
export interface OpenRuleForm {
  readonly form: RuleForm;
  readonly note: string | null;
}

interface MainState {
  readonly snapshot: Snapshot | null;
  readonly page: Page;
  /** What the last click did. */
  readonly said: string | null;
  readonly ruleForm: OpenRuleForm | null;
}

export const useMain = create<MainState>()(() => ({
  snapshot: null,
  page: 'inbox',
  said: null,
  ruleForm: null,
}));

export function receive(snapshot: Snapshot): void {
  refreshNow();
  useMain.setState({ snapshot });
}

export const goTo = (page: Page): void => useMain.setState({ page });
export const openRuleForm = (ruleForm: OpenRuleForm | null): void => useMain.setState({ ruleForm });
export const say = (said: string | null): void => useMain.setState({ said });
