/** What this extension uses of the API of the editor's own Git extension, version 1. */
import * as vscode from 'vscode';
import { isInside } from '../../../../src/shared/inside.ts';
import { realPathOf } from '../basics/places.ts';

export interface GitChange {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  readonly status: number;
}

export interface GitHead {
  readonly name?: string;
  readonly commit?: string;
  readonly upstream?: { readonly remote: string; readonly name: string };
  readonly ahead?: number;
  readonly behind?: number;
}

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: GitHead | undefined;
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly mergeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  status(): Promise<void>;
}

export interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
  openRepository?(root: vscode.Uri): Promise<GitRepository | null>;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Null where it is not there or switched off, as in folders that are not trusted. */
export async function gitApi(): Promise<GitApi | null> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return null;
  try {
    const git = await extension.activate();
    return git.enabled ? git.getAPI(1) : null;
  } catch {
    return null;
  }
}

export const topOf = ({ rootUri }: GitRepository): string => realPathOf(rootUri.fsPath);

/** The one around a folder, the nearest first. */
export async function repositoryAround(folder: string): Promise<GitRepository | null> {
  const api = await gitApi();
  const around = (api?.repositories ?? []).filter((one) => isInside(folder, topOf(one)));
  const [nearest] = around.toSorted((a, b) => topOf(b).length - topOf(a).length);
  if (nearest) return nearest;
  return (await api?.openRepository?.(vscode.Uri.file(folder))) ?? null;
}
