/** Splits a line of plain commands into programs that run without a shell. */
import {
  maxParts,
  type PartJoin,
  type PartStreams,
} from '../../../shared/commands/command-parts.ts';
import type {
  Compound,
  ParsedLine,
  ParsedRedirection,
  ShellPart,
  SimpleCommand,
} from '../../../shared/commands/parsed-line.ts';

export interface PlainPart extends PartStreams {
  readonly argv: readonly string[];
  readonly join: PartJoin;
}

export interface PlainLine {
  /** The target of a `cd` at the beginning of the line; all parts run there. */
  readonly folder: string | null;
  readonly parts: readonly PlainPart[];
}

/** Null if only a shell could determine or do what the line says. */
export function plainLine(line: ParsedLine): PlainLine | null {
  if (line.kind !== 'line' || line.error) return null;
  const parts = new LineParts(line.source).of(line.body, { join: 'none', more: [] });
  if (parts === null || parts.length > maxParts) return null;
  const [first, ...rest] = parts;
  const folder = first ? folderOf(first) : null;
  const remaining = folder === null ? parts : rest;
  // Anywhere else, the folder of the next part would depend on what happened before.
  if (remaining.length === 0 || remaining.some(({ argv }) => argv[0] === 'cd')) return null;
  return { folder, parts: remaining };
}

function folderOf({ argv, join }: PlainPart): string | null {
  const [program, folder = '', ...others] = argv;
  const isMove = program === 'cd' && others.length === 0 && /^[^-]/.test(folder);
  return isMove && join === '&&' ? folder : null;
}

/** What follows the last command of a part. */
interface Following {
  readonly join: PartJoin;
  /** Redirections that the grammar read as those of a whole pipeline or list. */
  readonly more: readonly ParsedRedirection[];
}

type FoundParts = readonly PlainPart[] | null;
type ListItems = Extract<ShellPart, { kind: 'list' }>['items'];

class LineParts {
  /** A group may have been written as such, or be a negation. */
  readonly #hasGroups: boolean;

  constructor(source: string) {
    this.#hasGroups = /[{}!]/.test(source);
  }

  of(part: ShellPart, following: Following): FoundParts {
    switch (part.kind) {
      case 'command': {
        const plain = commandPart(part, following);
        return plain && [plain];
      }
      case 'pipeline':
        return part.includesErrors ? null : this.#pipeline(part.parts, following);
      case 'list':
        return this.#list(part.items, following);
      case 'compound':
        return this.#redirected(part, following);
      case 'unparsed':
        return null;
    }
  }

  #pipeline(commands: readonly ShellPart[], following: Following): FoundParts {
    return joined(commands, (command, isLast) => {
      if (command.kind !== 'command') return null;
      return this.of(command, isLast ? following : { join: '|', more: [] });
    });
  }

  #list(items: ListItems, following: Following): FoundParts {
    return joined(items, ({ part, join }, isLast) => {
      // `a && b; c` is a list in a list. A background command is not part of a plain sequence.
      if (join === '&' || (part.kind === 'list' && !isLast && join !== ';')) return null;
      return this.of(part, isLast ? following : { join, more: [] });
    });
  }

  /** The grammar reads `a | b 2>&1` as a redirected group; a shell applies it to `b` alone. */
  #redirected({ form, parts, redirections }: Compound, { join, more }: Following): FoundParts {
    const [only, ...others] = parts;
    const isArtefact = form === 'group' && !this.#hasGroups && redirections.length > 0;
    if (!isArtefact || !only || others.length > 0) return null;
    return this.of(only, { join, more: [...redirections, ...more] });
  }
}

function joined<Item>(
  items: readonly Item[],
  partsOf: (item: Item, isLast: boolean) => FoundParts,
): FoundParts {
  const all: PlainPart[] = [];
  for (const [at, item] of items.entries()) {
    const parts = partsOf(item, at === items.length - 1);
    if (parts === null) return null;
    all.push(...parts);
  }
  return all;
}

function commandPart(
  { words, assignments, redirections }: SimpleCommand,
  { join, more }: Following,
): PlainPart | null {
  const streams = streamsOf([...redirections, ...more]);
  if (streams === null || assignments.length > 0 || words.length === 0) return null;
  if (!words.every((word) => word.literal)) return null;
  return { argv: words.map((word) => word.text), ...streams, join };
}

/** Applied in order, as in a shell: `2>&1 >/dev/null` keeps the errors. */
function streamsOf(redirections: readonly ParsedRedirection[]): PartStreams | null {
  let streams: PartStreams = { stdout: 'kept', stderr: 'kept' };
  for (const { source } of redirections) {
    const next = redirected(streams, source.replaceAll(/\s+/g, ''));
    if (next === null) return null;
    streams = next;
  }
  return streams;
}

function redirected({ stdout, stderr }: PartStreams, source: string): PartStreams | null {
  switch (source) {
    case '2>&1':
      return { stdout, stderr: stdout === 'dropped' ? 'dropped' : 'output' };
    case '2>/dev/null':
      return { stdout, stderr: 'dropped' };
    case '>/dev/null':
    case '1>/dev/null':
      return { stdout: 'dropped', stderr };
    case '&>/dev/null':
      return { stdout: 'dropped', stderr: 'dropped' };
    default:
      return null;
  }
}
