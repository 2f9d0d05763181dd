/** Lines count from 1 on the wire and from 0 in the editor; characters count the same in both. */
import * as vscode from 'vscode';

export interface WirePosition {
  readonly line: number;
  readonly character: number;
}

export interface WireRange {
  readonly start: WirePosition;
  readonly end: WirePosition;
}

export const toPosition = ({ line, character }: WirePosition): vscode.Position =>
  new vscode.Position(line - 1, character);

export const toRange = ({ start, end }: WireRange): vscode.Range =>
  new vscode.Range(toPosition(start), toPosition(end));

export const fromPosition = ({ line, character }: vscode.Position): WirePosition => ({
  line: line + 1,
  character,
});

export const fromRange = ({ start, end }: vscode.Range): WireRange => ({
  start: fromPosition(start),
  end: fromPosition(end),
});
