/** Converts a permission prompt of OpenCode to an ask. */
import type { Agent } from '../../../shared/access/access.ts';
import type { ActionKind } from '../../../shared/actions/actions.ts';
import { cutMiddle } from '../../../shared/actions/sentence-parts.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Prompt } from '../../core/core.ts';
import type { Permission } from './server-api.ts';

export interface PromptContext {
  readonly agent: Agent;
  readonly runId: SessionId;
  readonly workspace: string;
}

/** A prompt that cannot be shown in full is refused. */
const maxShown = 256 * 1024;

const kinds: Readonly<Record<string, ActionKind>> = { edit: 'write', read: 'read' };

export function promptOf(permission: Permission, asking: PromptContext): Prompt | Refused {
  const { agent, runId, workspace } = asking;
  const { permission: tool, patterns, metadata } = permission;
  const { diff, filepath, ...rest } = metadata;
  const path = typeof filepath === 'string' ? { path: filepath } : {};
  const args = { workspace, patterns, ...path, ...rest };
  if (JSON.stringify(metadata).length + JSON.stringify(patterns).length > maxShown)
    return refused('too-large-edit', 'It is too long to be shown.');
  return {
    agent,
    runId,
    action: `opencode.${tool}`,
    kind: kinds[tool] ?? 'run',
    sentence: sentenceFor(permission),
    because: because(permission),
    args,
    folders: [workspace],
    command: null,
    changes:
      typeof diff === 'string' && typeof filepath === 'string'
        ? [{ path: filepath, diff: hunksIn(diff), isProtected: false }]
        : [],
    forSession: forSession(permission),
  };
}

function because({ permission: tool, metadata }: Permission): string[] {
  const own = 'OpenCode does this itself, not through Gatehouse.';
  if (tool !== 'bash' || typeof metadata['command'] === 'string') return [own];
  return [
    own,
    'OpenCode does not show the whole line: it may set variables or change folders, too.',
  ];
}

/** Shortened in the middle, because the end of a path matters most. */
const shortest = (text: string): string => cutMiddle(visibleText(text.replaceAll('\n', ' ')), 120);

export function sentenceFor({ permission: tool, patterns, metadata }: Permission): string {
  const what = shortest(patterns.join(', '));
  const { command } = metadata;
  if (tool === 'bash') return `run ${typeof command === 'string' ? shortest(command) : what}`;
  if (tool === 'edit') return `change ${what}`;
  if (tool === 'webfetch') return `fetch ${what}`;
  if (tool === 'external_directory') return `access something outside its workspace: ${what}`;
  return `use its tool ${shortest(tool)}: ${what}`;
}

/**
 * Remembers the same tool with the same patterns, never OpenCode's own wider pattern. Commands are
 * not remembered: their patterns omit variables, `cd`, the folder and operators, so a different
 * command would look the same.
 */
function forSession({ permission: tool, patterns }: Permission): Prompt['forSession'] {
  if (tool === 'bash' || patterns.length === 0) return null;
  const key = JSON.stringify([tool, patterns]);
  const words =
    tool === 'edit'
      ? `every change of ${shortest(patterns.join(', '))} by this OpenCode, whatever it writes`
      : 'exactly this again, until this OpenCode ends';
  return { key, words };
}

const hunksIn = (diff: string): string => {
  const at = diff.indexOf('@@');
  return at < 0 ? diff : diff.slice(at);
};
