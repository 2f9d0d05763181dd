/** Events of the repositories open in the editor, whoever causes them. */
import * as vscode from 'vscode';
import { findRepository } from '../../../../src/main/platform/git/find-repository.ts';
import { isError } from '../../../../src/shared/actions/outcomes.ts';
import { lastPush } from '../../../../src/workbench/git/git-watch.ts';
import type { EmitEvent } from '../basics/editor.ts';
import { conflictsIn } from '../handlers/git.ts';
import { gitApi, topOf, type GitRepository } from '../handlers/git-extension.ts';

interface GitState {
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly ahead: number;
  readonly conflicts: number;
  readonly changes: number;
}

export function gitEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const followed = new Map<GitRepository, vscode.Disposable>();
  const disposables: vscode.Disposable[] = [];
  const follow = (repository: GitRepository): void => {
    if (!followed.has(repository)) followed.set(repository, following(repository, emit));
  };
  let isFollowing = false;
  const begin = (): void => {
    const api = isFollowing ? null : gitApi();
    if (!api) return;
    isFollowing = true;
    for (const repository of api.repositories) follow(repository);
    disposables.push(
      api.onDidOpenRepository(follow),
      api.onDidCloseRepository((repository) => {
        followed.get(repository)?.dispose();
        followed.delete(repository);
      }),
    );
  };
  begin();
  // The Git extension may start later, for example once the user trusts the folder.
  disposables.push(vscode.extensions.onDidChange(begin));
  const end = new vscode.Disposable(() => {
    for (const item of [...disposables, ...followed.values()]) item.dispose();
  });
  return [end];
}

function stateOf(repository: GitRepository): GitState {
  const { HEAD: head, indexChanges, workingTreeChanges, mergeChanges } = repository.state;
  return {
    branch: head?.name,
    commit: head?.commit,
    ahead: head?.ahead ?? 0,
    conflicts: mergeChanges.length,
    changes: indexChanges.length + workingTreeChanges.length + mergeChanges.length,
  };
}

function following(repository: GitRepository, emit: EmitEvent): vscode.Disposable {
  let before = stateOf(repository);
  const pushes = new Pushes(topOf(repository));
  return repository.state.onDidChange(() => {
    const now = stateOf(repository);
    const path = topOf(repository);
    for (const [name, facts] of eventsBetween(before, now)) emit(name, { path, ...facts });
    const pushed = pushes.next(before, now);
    if (pushed) emit('push_completed', { path, branch: now.branch ?? null, ...pushed });
    const conflicts = conflictsIn(repository);
    if (now.conflicts > before.conflicts) {
      emit('merge_conflict', { path, paths: conflicts.slice(0, 100) });
    }
    before = now;
  });
}

/**
 * Pushes, by git's own record of them: the editor may notice a commit and its push at once. Until the
 * repository was checked, a branch that is no longer ahead counts as pushed.
 */
class Pushes {
  #commonDir: string | null = null;
  #last = '';

  constructor(top: string) {
    void this.#open(top);
  }

  next(before: GitState, now: GitState): { readonly sha?: string } | null {
    if (this.#commonDir === null) {
      const isSame = now.branch === before.branch && now.commit === before.commit;
      return isSame && before.ahead > 0 && now.ahead === 0 ? {} : null;
    }
    const sha = lastPush(this.#commonDir);
    if (sha === this.#last || sha === '') return null;
    this.#last = sha;
    return { sha };
  }

  async #open(top: string): Promise<void> {
    const found = await findRepository(top, { roots: [{ path: top }], skip: [] });
    if (isError(found)) return;
    this.#last = lastPush(found.commonDir);
    this.#commonDir = found.commonDir;
  }
}

type GitEvent = 'branch_changed' | 'commit_made' | 'status_updated';

/** Without a previous state no commit is reported. */
function eventsBetween(
  before: GitState,
  now: GitState,
): readonly (readonly [GitEvent, Readonly<Record<string, unknown>>])[] {
  const isOther = now.branch !== before.branch;
  const isNew = now.commit !== before.commit;
  const branch = now.branch ?? null;
  return [
    ...(isOther ? [['branch_changed', { branch }] as const] : []),
    ...(isNew && !isOther && before.commit !== undefined && now.commit !== undefined
      ? [['commit_made', { sha: now.commit, branch }] as const]
      : []),
    ['status_updated', { changes: now.changes }] as const,
  ];
}
