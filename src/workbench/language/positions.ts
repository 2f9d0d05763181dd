/** Converts between LSP positions (lines from 0, URIs) and ours (lines from 1, absolute paths). */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as lsp from 'vscode-languageserver-protocol';

interface OurPosition {
  readonly line: number;
  readonly character: number;
}

export interface OurRange {
  readonly start: OurPosition;
  readonly end: OurPosition;
}

export const toLsp = ({ line, character }: OurPosition): lsp.Position => ({
  line: line - 1,
  character,
});

export const rangeToLsp = ({ start, end }: OurRange): lsp.Range => ({
  start: toLsp(start),
  end: toLsp(end),
});

export const fromLsp = ({ line, character }: lsp.Position): OurPosition => ({
  line: line + 1,
  character,
});

export const rangeFromLsp = ({ start, end }: lsp.Range): OurRange => ({
  start: fromLsp(start),
  end: fromLsp(end),
});

export const uriOf = (path: string): string => pathToFileURL(path).href;

/** Null if the URI is not a file, such as a text inside an archive. */
export function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

const severities = ['error', 'error', 'warning', 'information', 'hint'] as const;
const maxMessageLength = 8_000;

/** Servers of the newest protocol may send markup. */
const messageOf = ({ message }: lsp.Diagnostic): string =>
  typeof message === 'string' ? message : message.value;

export const toWireDiagnostic = (path: string, diagnostic: lsp.Diagnostic) => ({
  path,
  range: rangeFromLsp(diagnostic.range),
  severity: severities[diagnostic.severity ?? 1] ?? 'error',
  message: messageOf(diagnostic).slice(0, maxMessageLength),
  ...(diagnostic.source ? { source: diagnostic.source.slice(0, 100) } : {}),
  ...(diagnostic.code === undefined ? {} : { code: String(diagnostic.code).slice(0, 100) }),
});
