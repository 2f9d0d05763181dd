/** Notices when the names that a document declares change, a moment after its last edit. */
import type { Node } from 'web-tree-sitter';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Document } from '../buffers/documents.ts';
import type { Desk } from '../desk.ts';
import type { SyntaxTrees } from './syntax-trees.ts';

const quietMs = 200;
const mostDocuments = 200;
const mostSymbols = 1_000;
const mostText = 512 * 1024;
const deepest = 6;

export class Symbols implements Disposable {
  readonly #desk: Desk;
  readonly #trees: SyntaxTrees;
  readonly #known = new Map<string, string>();
  readonly #due = new Map<string, NodeJS.Timeout>();
  readonly #listening: Disposable;

  constructor(desk: Desk, trees: SyntaxTrees) {
    this.#desk = desk;
    this.#trees = trees;
    this.#listening = desk.documents.onChanged((document) => this.#soon(document));
  }

  async dispose(): Promise<void> {
    await this.#listening.dispose();
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  #soon(document: Document): void {
    const { path, language, text } = document;
    if (!this.#trees.knows(language) || text.length > mostText) return;
    clearTimeout(this.#due.get(path));
    const timer = setTimeout(() => {
      this.#due.delete(path);
      this.#look(document).catch(() => undefined);
    }, quietMs);
    this.#due.set(path, timer);
  }

  async #look({ path, language, text, version }: Document): Promise<void> {
    const tree = await this.#trees.parse(text, language);
    if (!tree) return;
    const symbols = namesDeclaredIn(tree.rootNode);
    tree.delete();
    const before = this.#known.get(path);
    const now = symbols.join('\n');
    this.#known.delete(path);
    this.#known.set(path, now);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostDocuments && oldest !== undefined) this.#known.delete(oldest);
    // The first look only learns what there is.
    if (before === undefined || before === now) return;
    this.#desk.tell('symbols_updated', { path, version, symbols });
  }
}

/** Grammars call what declares a name a declaration, a definition or an item. */
const declares =
  /(declaration|definition|declarator|_item|_spec)$|^(class|module|method|function)$/;

function namesDeclaredIn(root: Node): readonly string[] {
  const names: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > deepest || names.length >= mostSymbols) return;
    const name = declares.test(node.type) ? node.childForFieldName('name') : null;
    if (name) names.push(name.text.slice(0, 200));
    for (const child of node.namedChildren) if (child) visit(child, depth + 1);
  };
  visit(root, 0);
  return names;
}
