/** What somebody who understands a language can be asked, in the protocol's own words (LSP). */
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

/** A document as it stands in the editor, saved or not. */
export interface HelpedDocument {
  readonly path: string;
  readonly uri: string;
  readonly language: string;
  readonly text: string;
  readonly version: string;
}

/** Null where whoever helps cannot do that at all. */
export interface LanguageHelp extends Disposable {
  readonly name: string;
  diagnostics(document: HelpedDocument): Promise<readonly Diagnostic[]>;
  completions(
    document: HelpedDocument,
    at: Position,
  ): Promise<{ readonly items: readonly CompletionItem[]; readonly isIncomplete: boolean } | null>;
  definitions(document: HelpedDocument, at: Position): Promise<readonly Location[] | null>;
  format(document: HelpedDocument, range: Range | null): Promise<readonly TextEdit[] | null>;
  fixes(document: HelpedDocument, diagnostic: Diagnostic): Promise<readonly CodeAction[]>;
  /** The action with its edit, which some only tell when asked. */
  resolveFix(action: CodeAction): Promise<CodeAction>;
  lenses(document: HelpedDocument): Promise<readonly CodeLens[] | null>;
  rename(document: HelpedDocument, at: Position, newName: string): Promise<WorkspaceEdit | null>;
}
