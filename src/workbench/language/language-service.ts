/** What a language service can do, in LSP types. */
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  Location,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { Disposable } from '../../shared/base/disposable.ts';

/** A document as the editor has it, saved or not. */
export interface LanguageDocument {
  readonly path: string;
  readonly uri: string;
  readonly language: string;
  readonly text: string;
  readonly version: string;
}

/** Results are null if the service does not support the request. */
export interface LanguageService extends Disposable {
  readonly name: string;
  diagnostics(document: LanguageDocument): Promise<readonly Diagnostic[]>;
  completions(
    document: LanguageDocument,
    at: Position,
  ): Promise<{ readonly items: readonly CompletionItem[]; readonly isIncomplete: boolean } | null>;
  definitions(document: LanguageDocument, at: Position): Promise<readonly Location[] | null>;
  format(document: LanguageDocument, range: Range | null): Promise<readonly TextEdit[] | null>;
  fixes(document: LanguageDocument, diagnostic: Diagnostic): Promise<readonly CodeAction[]>;
  /** Returns the action with its edit, which some servers only send on request. */
  resolveFix(action: CodeAction): Promise<CodeAction>;
  lenses(document: LanguageDocument): Promise<readonly CodeLens[] | null>;
  rename(document: LanguageDocument, at: Position, newName: string): Promise<WorkspaceEdit | null>;
}
