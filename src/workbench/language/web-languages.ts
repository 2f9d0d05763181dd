/**
 * The built-in JSON, CSS and HTML services: small and read-only, so they need no server process.
 */
import * as cssModule from 'vscode-css-languageservice';
import * as htmlModule from 'vscode-html-languageservice';
import * as jsonModule from 'vscode-json-languageservice';
import type { TextDocument as TextDocumentType } from 'vscode-json-languageservice';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  Position,
  Range,
  TextEdit,
} from 'vscode-languageserver-protocol';
import type { LanguageDocument, LanguageService } from './language-service.ts';

/** Bundled, the exports are on the module; run from source, they are below `default`. */
const named = <Module extends object>(module: Module): Module =>
  'default' in module ? (module.default as Module) : module;

const { getCSSLanguageService, getLESSLanguageService, getSCSSLanguageService } = named(cssModule);
const { getLanguageService: getHtmlService } = named(htmlModule);
const { getLanguageService: getJsonService, TextDocument } = named(jsonModule);

const asDocument = ({ uri, language, text }: LanguageDocument): TextDocumentType =>
  TextDocument.create(uri, language, 1, text);

const nothing = async (): Promise<null> => null;
const format = { tabSize: 2, insertSpaces: true, insertFinalNewline: true };

/** Requests that none of the three supports. */
const base = {
  lenses: nothing,
  fixes: async (): Promise<readonly CodeAction[]> => [],
  resolveFix: async (action: CodeAction): Promise<CodeAction> => action,
  dispose: (): void => undefined,
};

/** No schemas: they would have to be downloaded. */
export function jsonHelp(): LanguageService {
  const service = getJsonService({
    schemaRequestService: () => Promise.reject(new Error('offline')),
  });
  return {
    ...base,
    name: 'JSON',
    async diagnostics(document: LanguageDocument): Promise<readonly Diagnostic[]> {
      const file = asDocument(document);
      const comments = document.language === 'jsonc' ? 'ignore' : 'error';
      const settings = { comments, trailingCommas: comments, schemaRequest: 'ignore' } as const;
      return service.doValidation(file, service.parseJSONDocument(file), settings);
    },
    async completions(document: LanguageDocument, at: Position) {
      const file = asDocument(document);
      return (await service.doComplete(file, at, service.parseJSONDocument(file))) ?? none;
    },
    async definitions(document: LanguageDocument, at: Position) {
      const file = asDocument(document);
      const links = await service.findDefinition(file, at, service.parseJSONDocument(file));
      return links.map((link) => ({ uri: link.targetUri, range: link.targetSelectionRange }));
    },
    format: async (document: LanguageDocument, range: Range | null): Promise<readonly TextEdit[]> =>
      service.format(asDocument(document), range ?? undefined, format),
    rename: nothing,
  };
}

const none: { readonly items: readonly CompletionItem[]; readonly isIncomplete: boolean } = {
  items: [],
  isIncomplete: false,
};

export function cssHelp(): LanguageService {
  const services = {
    css: getCSSLanguageService(),
    scss: getSCSSLanguageService(),
    less: getLESSLanguageService(),
  };
  const of = (document: LanguageDocument) => {
    const service = services[document.language as keyof typeof services] ?? services.css;
    const file = asDocument(document);
    return { service, file, sheet: service.parseStylesheet(file) };
  };
  return {
    ...base,
    name: 'CSS',
    async diagnostics(document: LanguageDocument): Promise<readonly Diagnostic[]> {
      const { service, file, sheet } = of(document);
      return service.doValidation(file, sheet);
    },
    async completions(document: LanguageDocument, at: Position) {
      const { service, file, sheet } = of(document);
      return service.doComplete(file, at, sheet);
    },
    async definitions(document: LanguageDocument, at: Position) {
      const { service, file, sheet } = of(document);
      const definition = service.findDefinition(file, at, sheet);
      return definition ? [definition] : [];
    },
    async format(document: LanguageDocument, range: Range | null): Promise<readonly TextEdit[]> {
      const { service, file } = of(document);
      return service.format(file, range ?? undefined, format);
    },
    async rename(document: LanguageDocument, at: Position, newName: string) {
      const { service, file, sheet } = of(document);
      return service.doRename(file, at, newName, sheet);
    },
  };
}

export function htmlHelp(): LanguageService {
  const service = getHtmlService();
  return {
    ...base,
    name: 'HTML',
    // The HTML parser accepts everything, as browsers do.
    diagnostics: async (): Promise<readonly Diagnostic[]> => [],
    async completions(document: LanguageDocument, at: Position) {
      const file = asDocument(document);
      return service.doComplete(file, at, service.parseHTMLDocument(file));
    },
    definitions: nothing,
    format: async (document: LanguageDocument, range: Range | null): Promise<readonly TextEdit[]> =>
      service.format(asDocument(document), range ?? undefined, format),
    async rename(document: LanguageDocument, at: Position, newName: string) {
      const file = asDocument(document);
      return service.doRename(file, at, newName, service.parseHTMLDocument(file));
    },
  };
}
