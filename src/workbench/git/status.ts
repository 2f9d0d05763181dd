/** `git status`, read from its form for programs. */
import path from 'node:path';
import { done, type Outcome } from '../../shared/outcomes.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
import type { Repository } from './repository.ts';

export interface StatusEntry {
  readonly path: string;
  readonly index: string;
  readonly worktree: string;
  readonly renamed_from?: string;
}

export interface Status {
  readonly branch: string | null;
  readonly head: string | null;
  readonly upstream: string | null;
  readonly ahead: number;
  readonly behind: number;
  readonly entries: readonly StatusEntry[];
  readonly conflicts: readonly string[];
  readonly truncated: boolean;
}

const mostEntries = 10_000;
const statusArgs = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];

export async function readStatus(repository: Repository, task: Task): Promise<Status | Trouble> {
  const said = await git({ cwd: repository.cwd, args: statusArgs }, task);
  if (isTrouble(said)) return said;
  const status = parseStatus(said.text, repository.top);
  return {
    ...status,
    entries: status.entries.slice(0, mostEntries),
    truncated: said.truncated || status.entries.length > mostEntries,
  };
}

export async function gitStatus(repository: Repository, task: Task): Promise<Outcome> {
  const status = await readStatus(repository, task);
  if (isTrouble(status)) return status;
  const { conflicts: _conflicts, ...told } = status;
  return done(told);
}

export function parseStatus(text: string, top: string): Status {
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
    .map((one) => Math.abs(Number(one)));
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

/** How many words stand before the path in each kind of line. */
const wordsBefore: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

function parseEntry(line: string, top: string, from: string): StatusEntry | null {
  const before = wordsBefore[line[0] ?? ''];
  if (before === undefined || line[1] !== ' ') return null;
  const words = line.split(' ');
  const file = path.join(top, words.slice(before).join(' '));
  if (line.startsWith('?')) return { path: file, index: '?', worktree: '?' };
  const [index = ' ', worktree = ' '] = (words[1] ?? '').replaceAll('.', ' ');
  const entry = { path: file, index, worktree };
  return line.startsWith('2') ? { ...entry, renamed_from: path.join(top, from) } : entry;
}
