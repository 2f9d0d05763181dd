/** Parses with tree-sitter. Grammars are loaded on first use. */
import fs from 'node:fs/promises';
import type { Language, Tree } from 'web-tree-sitter';
import { toolFile } from '../basics/tools.ts';

const grammarOf: Readonly<Record<string, string>> = {
  c: 'cpp',
  cpp: 'cpp',
  csharp: 'c-sharp',
  css: 'css',
  go: 'go',
  ini: 'ini',
  java: 'java',
  javascript: 'javascript',
  javascriptreact: 'javascript',
  php: 'php',
  powershell: 'powershell',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
  shellscript: 'bash',
  typescript: 'typescript',
  typescriptreact: 'tsx',
};

export const parsedLanguages = Object.keys(grammarOf);

export const knowsSyntaxOf = (language: string): boolean => Object.hasOwn(grammarOf, language);

const maxParseMs = 2_000;

export class SyntaxTrees {
  readonly #languages = new Map<string, Promise<Language>>();
  #ready: Promise<void> | null = null;

  /** Null if parsing took too long. The caller must delete the tree. */
  async parse(text: string, language: string): Promise<Tree | null> {
    const grammar = await this.#load(grammarOf[language] ?? '');
    const { Parser } = await import('web-tree-sitter');
    const parser = new Parser().setLanguage(grammar);
    try {
      const deadline = performance.now() + maxParseMs;
      return parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
    } finally {
      parser.delete();
    }
  }

  #load(grammar: string): Promise<Language> {
    const loading = this.#languages.get(grammar) ?? this.#read(grammar);
    this.#languages.set(grammar, loading);
    loading.catch(() => this.#languages.delete(grammar));
    return loading;
  }

  async #read(grammar: string): Promise<Language> {
    this.#ready ??= start();
    await this.#ready;
    const { Language } = await import('web-tree-sitter');
    return Language.load(
      await fs.readFile(toolFile(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)),
    );
  }
}

async function start(): Promise<void> {
  const { Parser } = await import('web-tree-sitter');
  await Parser.init({
    wasmBinary: await fs.readFile(toolFile('web-tree-sitter/web-tree-sitter.wasm')),
  });
}
