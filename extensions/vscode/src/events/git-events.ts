/** What happens in the repositories that the editor has open, whoever does it. */
import * as vscode from 'vscode';
import type { Tell } from '../basics/editor.ts';
import { conflictsIn } from '../hands/git.ts';
import { gitApi, topOf, type GitRepository } from '../hands/git-extension.ts';

interface State {
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly ahead: number;
  readonly conflicts: number;
  readonly changes: number;
}

export function gitEvents(tell: Tell): readonly vscode.Disposable[] {
  const followed = new Map<GitRepository, vscode.Disposable>();
  const held: vscode.Disposable[] = [];
  const follow = (repository: GitRepository): void => {
    if (!followed.has(repository)) followed.set(repository, following(repository, tell));
  };
  let isOver = false;
  void gitApi().then((api) => {
    if (!api || isOver) return;
    for (const repository of api.repositories) follow(repository);
    held.push(
      api.onDidOpenRepository(follow),
      api.onDidCloseRepository((repository) => {
        followed.get(repository)?.dispose();
        followed.delete(repository);
      }),
    );
  });
  const end = new vscode.Disposable(() => {
    isOver = true;
    for (const one of [...held, ...followed.values()]) one.dispose();
  });
  return [end];
}

function stateOf(repository: GitRepository): State {
  const { HEAD: head, indexChanges, workingTreeChanges, mergeChanges } = repository.state;
  return {
    branch: head?.name,
    commit: head?.commit,
    ahead: head?.ahead ?? 0,
    conflicts: mergeChanges.length,
    changes: indexChanges.length + workingTreeChanges.length + mergeChanges.length,
  };
}

function following(repository: GitRepository, tell: Tell): vscode.Disposable {
  let before = stateOf(repository);
  return repository.state.onDidChange(() => {
    const now = stateOf(repository);
    const path = topOf(repository);
    for (const [name, facts] of newsBetween(before, now)) tell(name, { path, ...facts });
    const conflicts = conflictsIn(repository);
    if (now.conflicts > before.conflicts) {
      tell('merge_conflict', { path, paths: conflicts.slice(0, 100) });
    }
    before = now;
  });
}

type GitEvent = 'branch_changed' | 'commit_made' | 'status_updated' | 'push_completed';

/** Before the first look there is no commit known, and none was made. */
export function newsBetween(
  before: State,
  now: State,
): readonly (readonly [GitEvent, Readonly<Record<string, unknown>>])[] {
  const isOther = now.branch !== before.branch;
  const isNew = now.commit !== before.commit;
  const branch = now.branch ?? null;
  return [
    ...(isOther ? [['branch_changed', { branch }] as const] : []),
    ...(isNew && !isOther && before.commit !== undefined && now.commit !== undefined
      ? [['commit_made', { sha: now.commit, branch }] as const]
      : []),
    ...(!isOther && !isNew && before.ahead > 0 && now.ahead === 0
      ? [['push_completed', { branch }] as const]
      : []),
    ['status_updated', { changes: now.changes }] as const,
  ];
}
