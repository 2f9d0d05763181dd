/** Parses `git status --porcelain=v2`. */
import path from 'node:path';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { submodulesClosed } from './patches.ts';
import type { Repository } from './repository.ts';
import { isVisible, pathspecsFor } from './visible.ts';

export interface StatusEntry {
  readonly path: string;
  readonly index: string;
  readonly worktree: string;
  readonly renamed_from?: string;
}

export interface GitStatus {
  readonly branch: string | null;
  readonly head: string | null;
  readonly upstream: string | null;
  readonly ahead: number;
  readonly behind: number;
  readonly entries: readonly StatusEntry[];
  readonly conflicts: readonly string[];
  readonly truncated: boolean;
}

const maxEntries = 10_000;
const statusArgs = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];

/** With closed folders renames are off: one end may lie in one. */
function statusOf(repository: Repository, task: Task): ReturnType<typeof git> {
  const renames = repository.skip.length === 0 ? [] : ['--no-renames'];
  const { pathspecs, paths } = pathspecsFor([], repository);
  const args = [...statusArgs, submodulesClosed, ...renames, '--', ...paths];
  return git({ ...repository, pathspecs, args }, task);
}

export async function readStatus(
  repository: Repository,
  task: Task,
): Promise<GitStatus | ActionError> {
  const output = await statusOf(repository, task);
  if (isError(output)) return output;
  const status = parseStatus(output.text, repository.top);
  const entries = status.entries.filter((entry) => isVisible(entry.path, repository));
  return {
    ...status,
    entries: entries.slice(0, maxEntries),
    conflicts: status.conflicts.filter((file) => isVisible(file, repository)),
    truncated: output.truncated || entries.length > maxEntries,
  };
}

export async function gitStatus(repository: Repository, task: Task): Promise<Outcome> {
  const status = await readStatus(repository, task);
  if (isError(status)) return status;
  const { conflicts: _conflicts, ...wire } = status;
  return done(wire);
}

export function parseStatus(text: string, top: string): GitStatus {
  const headers = new Map<string, string>();
  const entries: StatusEntry[] = [];
  const conflicts: string[] = [];
  const parts = text.split('\0');
  for (let at = 0; at < parts.length; at += 1) {
    const line = parts[at] ?? '';
    const header = /^# (\S+) (.*)$/s.exec(line);
    if (header?.[1]) headers.set(header[1], header[2] ?? '');
    const entry = parseEntry(line, top, line.startsWith('2') ? (parts[(at += 1)] ?? '') : '');
    if (!entry) continue;
    entries.push(entry);
    if (line.startsWith('u')) conflicts.push(entry.path);
  }
  const [ahead = 0, behind = 0] = (headers.get('branch.ab') ?? '')
    .split(' ')
    .map((item) => Math.abs(Number(item)));
  const branch = headers.get('branch.head') ?? null;
  const head = headers.get('branch.oid') ?? null;
  return {
    branch: branch === '(detached)' ? null : branch,
    head: head === '(initial)' ? null : head,
    upstream: headers.get('branch.upstream') ?? null,
    ahead,
    behind,
    entries,
    conflicts,
    truncated: false,
  };
}

/** The number of fields before the path, by kind of line. */
const fieldsBeforePath: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

function parseEntry(line: string, top: string, from: string): StatusEntry | null {
  const before = fieldsBeforePath[line[0] ?? ''];
  if (before === undefined || line[1] !== ' ') return null;
  const fields = line.split(' ');
  const file = path.join(top, fields.slice(before).join(' '));
  if (line.startsWith('?')) return { path: file, index: '?', worktree: '?' };
  const [index = ' ', worktree = ' '] = (fields[1] ?? '').replaceAll('.', ' ');
  const entry = { path: file, index, worktree };
  return line.startsWith('2') ? { ...entry, renamed_from: path.join(top, from) } : entry;
}
