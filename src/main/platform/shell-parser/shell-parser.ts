/** Parses a shell line with the bash grammar of tree-sitter. Nothing is run or expanded. */
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { agreesWith } from './check.ts';
import type { ParsedLine, TooComplex } from '../../../shared/commands/parsed-line.ts';
import { TreeWalk } from './tree.ts';

/** SECURITY.md F3: lines beyond these limits are refused. */
export const shellBounds = {
  bytes: 64 * 1024,
  commands: 50,
  words: 1_000,
  depth: 40,
  parseMs: 250,
} as const;

const sentences: Readonly<Record<TooComplex['limit'], string>> = {
  length: `The line is longer than ${shellBounds.bytes / 1024} KB.`,
  words: `The line has more than ${shellBounds.words} words.`,
  commands: `The line has more than ${shellBounds.commands} commands.`,
  depth: `The line is nested more than ${shellBounds.depth} levels deep.`,
  time: 'The line takes too long to read.',
};

const tooComplex = (limit: TooComplex['limit']): TooComplex => ({
  kind: 'too-complex',
  limit,
  sentence: sentences[limit],
});

export async function parseCommandLine(source: string): Promise<ParsedLine> {
  if (Buffer.byteLength(source) > shellBounds.bytes) return tooComplex('length');
  const tree = grow(await loadedParser(), source);
  if (tree === null) return tooComplex('time');
  try {
    return read(source, tree);
  } finally {
    tree.delete();
  }
}

function read(source: string, tree: Tree): ParsedLine {
  const walk = new TreeWalk(shellBounds);
  const root = tree.rootNode;
  const body = walk.program(root);
  if (walk.over !== null) return tooComplex(walk.over);
  return {
    kind: 'line',
    source,
    body: body ?? { kind: 'list', items: [] },
    commands: walk.commands,
    error:
      walk.error ||
      root.hasError ||
      body === null ||
      !isPlainText(source) ||
      !agreesWith(source, walk.spans),
  };
}

/**
 * Characters that a shell and the grammar may interpret differently: controls, CR, non-ASCII white
 * space.
 */
const isPlainText = (source: string): boolean =>
  !/[^\P{C}\n\t]|[^\P{Z} ]|\uFFFD/u.test(source) && source.isWellFormed();

function grow(parser: Parser, source: string): Tree | null {
  const deadline = performance.now() + shellBounds.parseMs;
  const tree = parser.parse(source, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) parser.reset();
  return tree;
}

/** Preloads the grammar, so that the first line need not wait. */
export const prepareParser = (): Promise<void> =>
  loadedParser().then(
    () => undefined,
    () => undefined,
  );

let loading: Promise<Parser> | null = null;

/** Loaded for the first line; after a failure, the next line tries again. */
function loadedParser(): Promise<Parser> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Parser> {
  const wasmBinary = await readBeside(
    'web-tree-sitter.wasm',
    'web-tree-sitter/web-tree-sitter.wasm',
  );
  await Parser.init({ wasmBinary });
  const grammar = await readBeside(
    'tree-sitter-bash.wasm',
    '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
  );
  return new Parser().setLanguage(await Language.load(grammar));
}

/** In the built app the file is next to the bundle; from source it is in the package. */
async function readBeside(name: string, inPackage: string): Promise<Uint8Array> {
  try {
    return await fs.readFile(path.join(import.meta.dirname, name));
  } catch {
    return fs.readFile(createRequire(import.meta.url).resolve(inPackage));
  }
}
