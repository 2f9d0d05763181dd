/** Asks Gatehouse to delete the workspace that is open; the user answers in the window of Gatehouse. */
import * as vscode from 'vscode';
import type { RunningEditor } from '../running-editor.ts';

const choices = [
  { label: 'Delete it with its branch', keepBranch: false },
  { label: 'Delete it and keep its branch', keepBranch: true },
] as const;

export async function deleteWorkspace(running: RunningEditor | null): Promise<void> {
  if (running?.link.state !== 'connected') {
    void vscode.window.showWarningMessage('This editor is not connected to Gatehouse.');
    return;
  }
  const choice = await vscode.window.showQuickPick(choices, {
    title: 'Delete This Workspace',
    placeHolder: 'Gatehouse shows what would be lost, and asks',
  });
  if (!choice) return;
  void vscode.window.showInformationMessage('Answer in the window of Gatehouse.');
  const answer = await running.deleteWorkspace(choice.keepBranch);
  if (answer?.status === 'error') {
    void vscode.window.showWarningMessage(`The workspace was not deleted. ${answer.data.message}`);
  }
  if (answer?.status === 'ok') {
    void vscode.window.showInformationMessage('The workspace is in the trash of Gatehouse.');
  }
}
