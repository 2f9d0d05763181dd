/** The part of the Git extension's API (version 1) that we use. */
import * as vscode from 'vscode';
import { realPathOf } from '../basics/allowed-paths.ts';

export interface GitFileChange {
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
    readonly indexChanges: readonly GitFileChange[];
    readonly workingTreeChanges: readonly GitFileChange[];
    readonly mergeChanges: readonly GitFileChange[];
    readonly untrackedChanges?: readonly GitFileChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  status(): Promise<void>;
}

export interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/**
 * Null if the Git extension is missing, disabled (as in untrusted folders) or not started. It is
 * never started from here: it would run git in every repository it finds.
 */
export function gitApi(): GitApi | null {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension?.isActive) return null;
  const git = extension.exports;
  return git.enabled ? git.getAPI(1) : null;
}

export const topOf = ({ rootUri }: GitRepository): string => realPathOf(rootUri.fsPath);

/** The open repository with this top folder; opens none. */
export const openRepositoryAt = (top: string): GitRepository | null =>
  gitApi()?.repositories.find((repository) => topOf(repository) === top) ?? null;
