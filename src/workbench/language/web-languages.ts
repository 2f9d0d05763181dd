/** JSON, CSS and HTML are understood in this process: the services are small and only look. */
import {
  getCSSLanguageService,
  getLESSLanguageService,
  getSCSSLanguageService,
} from 'vscode-css-languageservice';
import { getLanguageService as getHtmlService } from 'vscode-html-languageservice';
import { getLanguageService as getJsonService, TextDocument } from 'vscode-json-languageservice';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  Position,
  Range,
  TextEdit,
} from 'vscode-languageserver-protocol';
import type { HelpedDocument, LanguageHelp } from './language-help.ts';

const asDocument = ({ uri, language, text }: HelpedDocument): TextDocument =>
  TextDocument.create(uri, language, 1, text);

const nothing = async (): Promise<null> => null;
const format = { tabSize: 2, insertSpaces: true, insertFinalNewline: true };

/** What none of the three can do. */
const base = {
  lenses: nothing,
  fixes: async (): Promise<readonly CodeAction[]> => [],
  resolveFix: async (action: CodeAction): Promise<CodeAction> => action,
  dispose: (): void => undefined,
};

/** Schemas lie elsewhere in the network, and nothing is fetched from there. */
export function jsonHelp(): LanguageHelp {
  const service = getJsonService({
    schemaRequestService: () => Promise.reject(new Error('offline')),
  });
  return {
    ...base,
    name: 'JSON',
    async diagnostics(document: HelpedDocument): Promise<readonly Diagnostic[]> {
      const file = asDocument(document);
      const comments = document.language === 'jsonc' ? 'ignore' : 'error';
      const settings = { comments, trailingCommas: comments, schemaRequest: 'ignore' } as const;
      return service.doValidation(file, service.parseJSONDocument(file), settings);
    },
    async completions(document: HelpedDocument, at: Position) {
      const file = asDocument(document);
      return (await service.doComplete(file, at, service.parseJSONDocument(file))) ?? none;
    },
    async definitions(document: HelpedDocument, at: Position) {
      const file = asDocument(document);
      const links = await service.findDefinition(file, at, service.parseJSONDocument(file));
      return links.map((one) => ({ uri: one.targetUri, range: one.targetSelectionRange }));
    },
    format: async (document: HelpedDocument, range: Range | null): Promise<readonly TextEdit[]> =>
      service.format(asDocument(document), range ?? undefined, format),
    rename: nothing,
  };
}

const none: { readonly items: readonly CompletionItem[]; readonly isIncomplete: boolean } = {
  items: [],
  isIncomplete: false,
};

export function cssHelp(): LanguageHelp {
  const services = {
    css: getCSSLanguageService(),
    scss: getSCSSLanguageService(),
    less: getLESSLanguageService(),
  };
  const of = (document: HelpedDocument) => {
    const service = services[document.language as keyof typeof services] ?? services.css;
    const file = asDocument(document);
    return { service, file, sheet: service.parseStylesheet(file) };
  };
  return {
    ...base,
    name: 'CSS',
    async diagnostics(document: HelpedDocument): Promise<readonly Diagnostic[]> {
      const { service, file, sheet } = of(document);
      return service.doValidation(file, sheet);
    },
    async completions(document: HelpedDocument, at: Position) {
      const { service, file, sheet } = of(document);
      return service.doComplete(file, at, sheet);
    },
    async definitions(document: HelpedDocument, at: Position) {
      const { service, file, sheet } = of(document);
      const found = service.findDefinition(file, at, sheet);
      return found ? [found] : [];
    },
    async format(document: HelpedDocument, range: Range | null): Promise<readonly TextEdit[]> {
      const { service, file } = of(document);
      return service.format(file, range ?? undefined, format);
    },
    async rename(document: HelpedDocument, at: Position, newName: string) {
      const { service, file, sheet } = of(document);
      return service.doRename(file, at, newName, sheet);
    },
  };
}

export function htmlHelp(): LanguageHelp {
  const service = getHtmlService();
  return {
    ...base,
    name: 'HTML',
    // The parser takes whatever comes, as browsers do.
    diagnostics: async (): Promise<readonly Diagnostic[]> => [],
    async completions(document: HelpedDocument, at: Position) {
      const file = asDocument(document);
      return service.doComplete(file, at, service.parseHTMLDocument(file));
    },
    definitions: nothing,
    format: async (document: HelpedDocument, range: Range | null): Promise<readonly TextEdit[]> =>
      service.format(asDocument(document), range ?? undefined, format),
    async rename(document: HelpedDocument, at: Position, newName: string) {
      const file = asDocument(document);
      return service.doRename(file, at, newName, service.parseHTMLDocument(file));
    },
  };
}
