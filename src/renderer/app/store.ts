/** The last snapshot from the main process, and this window's own state: page and message. */
import { create } from 'zustand';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import type { RuleForm } from '../rules/rules-text.ts';
import { pageTitleId } from '../ui/page-header.tsx';
import { refreshNow } from '../ui/ticker.ts';

export const pages = [
  'inbox',
  'sessions',
  'activity',
  'editors',
  'workspaces',
  'clients',
  'servers',
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
  /** Gets the focus once it is drawn: a CSS selector. */
  readonly focusNext: string | null;
  /** Settings shows more than the five that everybody needs. */
  readonly isAdvancedOpen: boolean;
  /** The Servers page shows the form that adds one. */
  readonly isAddingServer: boolean;
}

export const useMain = create<MainState>()(() => ({
  snapshot: null,
  page: 'inbox',
  said: null,
  ruleForm: null,
  focusNext: null,
  isAdvancedOpen: false,
  isAddingServer: false,
}));

export function receive(snapshot: Snapshot): void {
  refreshNow();
  useMain.setState({ snapshot });
}

export const goTo = (page: Page): void => useMain.setState({ page, focusNext: null });

/** Goes to the page with the keyboard on its title. */
export const goToTitle = (page: Page): void =>
  useMain.setState({ page, focusNext: `#${pageTitleId}` });

/** Goes to one thing on a page, by the value of its `data-list-item`. */
export function goToItem(page: Page, item: string, isAdvanced: boolean): void {
  const focusNext = `[data-list-item="${CSS.escape(item)}"]`;
  useMain.setState({ page, focusNext, ...(isAdvanced ? { isAdvancedOpen: true } : {}) });
}

export const openAdvanced = (isAdvancedOpen: boolean): void => useMain.setState({ isAdvancedOpen });

/** Goes to Servers with the form that adds one. */
export const addServer = (): void => useMain.setState({ page: 'servers', isAddingServer: true });

/** Goes to Settings with Advanced open, for links to a setting that is there. */
export const goToAdvanced = (): void =>
  useMain.setState({ page: 'settings', isAdvancedOpen: true });
export const openRuleForm = (ruleForm: OpenRuleForm | null): void => useMain.setState({ ruleForm });
export const say = (said: string | null): void => useMain.setState({ said });
