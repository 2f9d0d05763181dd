/**
 * Converts the grammar's tree to the parts of a line. Every node is accounted for: an unknown
 * node, or text between nodes that is not white space, makes the line count as not understood.
 */
import type { Node } from 'web-tree-sitter';
import { compoundKinds, compoundOf, functionOf, testOf } from './compounds.ts';
import type {
  Join,
  ParsedAssignment,
  ParsedRedirection,
  ParsedWord,
  ShellPart,
  SimpleCommand,
  TooComplex,
} from '../../../shared/commands/parsed-line.ts';
import { redirectionOf } from './redirections.ts';
import { gapsIn, isRedirect, plainWord, unparsed, wordTypes, type TreeReader } from './walk.ts';
import { wordOf } from './words.ts';

export interface ParseLimits {
  readonly commands: number;
  readonly words: number;
  readonly depth: number;
}

export interface NodeSpan {
  readonly start: number;
  readonly end: number;
}

const joins: Readonly<Record<string, Join>> = {
  ';': ';',
  '\n': ';',
  '&': '&',
  '&&': '&&',
  '||': '||',
};

export class TreeWalk implements TreeReader {
  error = false;
  over: TooComplex['limit'] | null = null;
  commands = 0;
  readonly spans: NodeSpan[] = [];
  readonly #bounds: ParseLimits;
  #words = 0;
  #depth = 0;

  constructor(bounds: ParseLimits) {
    this.#bounds = bounds;
  }

  fail(): void {
    this.error = true;
  }

  program(root: Node): ShellPart | null {
    this.#checkGaps(root);
    return this.statements(root.children)[0] ?? null;
  }

  /** Several commands in sequence form one list; a single one stands for itself. */
  statements(nodes: readonly Node[]): ShellPart[] {
    const items: { part: ShellPart; join: Join }[] = [];
    for (const node of nodes) {
      const join = joins[node.type];
      const last = items.at(-1);
      if (join !== undefined) {
        if (last) last.join = join;
      } else if (node.isNamed && node.type !== 'comment') {
        if (last?.join === 'none') last.join = ';';
        items.push({ part: this.statement(node), join: 'none' });
      } else if (node.type !== 'comment') this.fail();
    }
    const [only] = items;
    if (only === undefined) return [];
    return items.length === 1 && only.join !== '&' ? [only.part] : [{ kind: 'list', items }];
  }

  statement(node: Node): ShellPart {
    return this.#deeper(() => this.#statement(node)) ?? unparsed(node);
  }

  inside(node: Node): readonly ShellPart[] {
    const isSubstitution = /^(?:command|process)_substitution$/.test(node.type);
    if (isSubstitution && node.text.startsWith('`') && node.text.includes('\\')) this.fail();
    const read = (): readonly ShellPart[] =>
      isSubstitution
        ? this.#substitution(node)
        : node.namedChildren.flatMap((child) => this.inside(child));
    return this.#deeper(read) ?? [];
  }

  word(node: Node): ParsedWord {
    this.#words += 1;
    if (this.#words > this.#bounds.words) this.over = 'words';
    return this.over === null ? wordOf(this.spanned(node), this) : plainWord('');
  }

  spanned(node: Node): Node {
    this.spans.push({ start: node.startIndex, end: node.endIndex });
    return node;
  }

  #deeper<T>(read: () => T): T | null {
    this.#depth += 1;
    if (this.#depth > this.#bounds.depth) this.over ??= 'depth';
    const found = this.over === null ? read() : null;
    this.#depth -= 1;
    return found;
  }

  #checkGaps(node: Node): void {
    const isBad = (child: Node): boolean => child.isMissing || child.isError;
    if (gapsIn(node) !== '' || node.children.some(isBad)) this.fail();
  }

  #substitution(node: Node): readonly ShellPart[] {
    this.#checkGaps(node);
    const within = node.children.slice(1, -1);
    // `$(< file)` reads a file without a command.
    if (within.some(isRedirect)) this.fail();
    return this.statements(within.filter((child) => !isRedirect(child)));
  }

  #statement(node: Node): ShellPart {
    const compound = compoundKinds.get(node.type);
    if (node.type !== 'redirected_statement') this.#checkGaps(node);
    if (compound !== undefined) return compoundOf(node, compound, this);
    switch (node.type) {
      case 'command':
      case 'declaration_command':
      case 'unset_command':
      case 'variable_assignment':
      case 'variable_assignments':
        return this.#command(node, []);
      case 'redirected_statement':
        return this.#redirected(node);
      case 'pipeline':
        return this.#pipeline(node);
      case 'list':
        return this.#list(node);
      case 'function_definition':
        return functionOf(node, this);
      case 'test_command':
        return testOf(node, this);
      default:
        this.fail();
        return unparsed(node);
    }
  }

  #pipeline(node: Node): ShellPart {
    const parts: ShellPart[] = [];
    for (const child of node.children) {
      if (child.type === 'comment' || child.type === '|' || child.type === '|&') continue;
      if (child.isNamed) parts.push(this.statement(child));
      else this.fail();
    }
    const includesErrors = node.children.some((child) => child.type === '|&');
    return { kind: 'pipeline', parts, includesErrors };
  }

  /** The grammar nests the lists in `a && b || c`; here they are one. */
  #list(node: Node): ShellPart {
    const flat: Node[] = [];
    const open = [node];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item.type === 'list') open.push(...item.children.toReversed());
      else flat.push(item);
    }
    return this.statements(flat)[0] ?? unparsed(node);
  }

  #command(node: Node, redirections: readonly ParsedRedirection[]): SimpleCommand {
    this.commands += 1;
    if (this.commands > this.#bounds.commands) this.over = 'commands';
    const words: ParsedWord[] = [];
    const assignments: ParsedAssignment[] = [];
    const own: ParsedRedirection[] = [...redirections];
    const declares = node.type === 'declaration_command' || node.type === 'unset_command';
    const children = node.type === 'variable_assignment' ? [node] : node.children;
    for (const child of children) {
      if (child.type === 'variable_assignment' && declares) words.push(this.#declared(child));
      else if (child.type === 'variable_assignment') assignments.push(this.#assignment(child));
      else if (isRedirect(child)) own.push(redirectionOf(child, this));
      else if (wordTypes.has(child.type)) words.push(this.word(child));
      else if (declares && !child.isNamed) words.push(plainWord(this.spanned(child).text));
      else if (child.type !== 'comment') this.fail();
    }
    if (words[0]?.literal && /^[{}!]$/.test(words[0].text)) this.fail();
    return { kind: 'command', words, assignments, redirections: own, source: node.text };
  }

  #assignment(node: Node): ParsedAssignment {
    this.spanned(node);
    const [target, , value] = node.children;
    const name = target?.type === 'variable_name' ? target.text : '';
    // An index in the name is evaluated like code.
    if (name === '') this.fail();
    return { name: name || node.text, value: value ? this.#value(value) : plainWord('') };
  }

  #value(node: Node): ParsedWord {
    if (node.type !== 'array') return wordOf(node, this);
    const inner = this.inside(node);
    return { text: node.text, literal: false, prefix: '', hazards: ['variable'], inner };
  }

  #declared(node: Node): ParsedWord {
    const { name, value } = this.#assignment(node);
    const start = `${name}=`;
    return { ...value, text: start + value.text, prefix: start + value.prefix };
  }

  /** The rest of the line after `<<EOF` belongs to the statement, not to the text. */
  #redirected(node: Node): ShellPart {
    const redirects = node.children.filter(isRedirect);
    const body = node.children.find((child) => !isRedirect(child));
    const inLine = redirects
      .filter((item) => item.type === 'heredoc_redirect')
      .flatMap((item) => item.namedChildren.filter((child) => !child.type.startsWith('heredoc_')));
    const redirections = [...redirects, ...inLine.filter(isRedirect)];
    const first = this.#withRedirections(
      body,
      redirections.map((item) => redirectionOf(item, this)),
      this.#loneDash(node),
    );
    const later = inLine
      .filter((child) => !isRedirect(child))
      .map((child) => {
        if (!wordTypes.has(child.type)) return this.statement(child);
        this.fail();
        return unparsed(child);
      });
    if (later.length === 0) return first;
    return { kind: 'list', items: [first, ...later].map((part) => ({ part, join: ';' as const })) };
  }

  /** The grammar loses the `-` of `python3 - <<EOF`. */
  #loneDash(node: Node): boolean {
    const gaps = gapsIn(node);
    if (gaps !== '' && gaps !== '-') this.fail();
    if (node.children.some((child) => child.isMissing || child.isError)) this.fail();
    return gaps === '-';
  }

  #withRedirections(
    body: Node | undefined,
    redirections: readonly ParsedRedirection[],
    dash: boolean,
  ): ShellPart {
    if (body === undefined) {
      this.commands += 1;
      return { kind: 'command', words: [], assignments: [], redirections, source: '' };
    }
    if (body.type === 'command') {
      this.#checkGaps(body);
      const command = this.#command(body, redirections);
      return dash ? { ...command, words: [...command.words, plainWord('-')] } : command;
    }
    if (dash) this.fail();
    const parts = [this.statement(body)];
    return { kind: 'compound', form: 'group', name: '', words: [], parts, redirections };
  }
}
