/** All text about roles on the Rules page. */
import { capabilityGroups } from '../../shared/access/capabilities.ts';
import type { Role, RoleDraft, RoleRule } from '../../shared/access/roles.ts';
import { ruleSentence } from '../../shared/rules/rule-sentence.ts';
import { capabilityNames } from '../text/capability-words.ts';
import { count, listed, lowerFirst } from '../text/counting.ts';

export const rolesText = {
  // role-list.tsx
  title: 'Roles',
  explanation:
    'A role is a set of scopes, folders and rules with a name. It grants nothing by itself: asks offer it as a preset, and its rules apply to the clients that have it.',
  newRole: 'New role…',
  fromTemplate: (name: string) => `Start from ${name}…`,
  importRoles: 'Import…',
  exportRoles: 'Export…',
  edit: 'Edit…',
  editLabel: (name: string) => `Edit ${name}`,
  assign: 'Assign…',
  assignLabel: (name: string) => `Assign ${name}`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  takeAway: (client: string, name: string) => `Remove the role ${name} from ${client}`,
  nobody: 'No client has it',
  neverMore: 'Never more than this',
  removed: 'Removed.',
  lostRole: (name: string) => `The role ${name} no longer applies.`,
  undo: 'Undo',
  dismiss: 'Dismiss',

  // role-dialog.tsx
  newTitle: 'New role',
  editTitle: (name: string) => `Role ${name}`,
  name: 'Name',
  namePlaceholder: 'reviewer',
  scopes: 'Scopes',
  startWith: 'Start with',
  ownSelection: 'Your selection',
  limit: 'Never more than this role',
  limitMeaning:
    'Its clients are not granted other scopes or folders, whatever they ask for. Sessions that have more lose it.',
  cancel: 'Cancel',
  save: 'Save role',

  // role-folders.tsx
  folders: 'Folders',
  anyFolder: 'Any folder',
  addFolder: 'Add a folder…',
  removeFolder: (folder: string) => `Remove ${folder}`,

  // role-rules.tsx
  rules: 'Rules',
  noRules: 'No rules',
  addRule: 'Add a rule…',
  addThisRule: 'Add rule',
  ruleEffect: 'What happens',
  effects: { deny: 'Never', ask: 'Ask first' },
  removeRule: (sentence: string) => `Remove: ${sentence}`,

  // assign-dialog.tsx
  assignTitle: (name: string) => `Assign ${name}`,
  client: 'Client',
  clientPlaceholder: 'claude-code',
  assignButton: 'Assign',
  replaces: (client: string, name: string) =>
    `${client} has the role ${name} now; this replaces it.`,

  // Messages
  needsName: 'Give the role a name.',
  needsScope: 'Select at least one scope.',
  needsClient: 'Enter the name of a client.',
} as const;

export const emptyRole: RoleDraft = {
  ...{ name: '', scopes: [], folders: [], rules: [], isLimit: false },
};

/** "Read, edit and run; in 2 folders". */
export function roleWords({ scopes, folders }: RoleDraft): string {
  const names = capabilityGroups(scopes).map(({ capability }) => capabilityNames[capability]);
  const what = listed(names.map((name, at) => (at === 0 ? name : lowerFirst(name))));
  const where = folders.length === 0 ? 'in any folder' : `in ${listed(folders)}`;
  return `${what} ${where} (${count(scopes.length, 'scope')})`;
}

/** About whoever has the role. */
export const roleRuleSentence = (rule: RoleRule): string =>
  ruleSentence({ ...rule, client: 'it', exactSentence: null });

export function whyIncomplete({ name, scopes }: RoleDraft): string | null {
  if (name.trim() === '') return rolesText.needsName;
  return scopes.length === 0 ? rolesText.needsScope : null;
}

export const roleOf = (client: string, roles: readonly Role[]): Role | undefined =>
  roles.find(({ clients }) => clients.some((item) => item === client));
