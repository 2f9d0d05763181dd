/** Finds the entry for `docker compose up` in the entry for `docker`. */
import type { ProgramSpec } from './program-spec.ts';
import type { Word } from './words.ts';

export interface FoundSubcommand {
  readonly name: string;
  readonly spec: ProgramSpec;
  /** How many words name it. */
  readonly words: number;
}

const maxWords = 3;

export function subcommandOf(parent: ProgramSpec, words: readonly Word[]): FoundSubcommand | null {
  const names = literalStart(words);
  for (let count = names.length; count > 0; count -= 1) {
    const name = names.slice(0, count).join(' ');
    const entry = entryFor(parent, name);
    if (entry !== undefined) return { name, spec: withFlagsOf(parent, entry), words: count };
  }
  return null;
}

function literalStart(words: readonly Word[]): string[] {
  const names: string[] = [];
  for (const word of words.slice(0, maxWords)) {
    if (!word.literal || word.text === '' || /\s/.test(word.text)) break;
    names.push(word.text);
  }
  return names;
}

type Subcommand = string | ProgramSpec;

function entryFor(parent: ProgramSpec, name: string): Subcommand | undefined {
  const index = indexOf(parent);
  return index.names.get(name) ?? index.patterns.find(({ test }) => test.test(name))?.entry;
}

interface Index {
  readonly names: ReadonlyMap<string, Subcommand>;
  readonly patterns: readonly { readonly test: RegExp; readonly entry: Subcommand }[];
}

const indexes = new WeakMap<ProgramSpec, Index>();

function indexOf(parent: ProgramSpec): Index {
  const known = indexes.get(parent);
  if (known) return known;
  const names = new Map<string, Subcommand>();
  const patterns: { test: RegExp; entry: Subcommand }[] = [];
  for (const [all, entry] of parent.subcommands ?? []) {
    for (const name of all.split(/,\s*/)) {
      if (name.includes('*')) patterns.push({ test: patternOf(name), entry });
      else names.set(name, entry);
    }
  }
  const made = { names, patterns };
  indexes.set(parent, made);
  return made;
}

const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll('*', String.raw`[^\s]*`)}$`,
  );

const merged = new WeakMap<ProgramSpec, Map<Subcommand, ProgramSpec>>();

/** A program's own flags hold after its subcommand too, unless that has others of the name. */
function withFlagsOf(parent: ProgramSpec, entry: Subcommand): ProgramSpec {
  const known = merged.get(parent) ?? new Map<Subcommand, ProgramSpec>();
  merged.set(parent, known);
  const before = known.get(entry);
  if (before) return before;
  const child: ProgramSpec = typeof entry === 'string' ? { effects: entry } : entry;
  const made: ProgramSpec = {
    ...child,
    flags: { ...(parent.flagsFirst ? {} : parent.flags), ...child.flags },
    ...(child.style === undefined && parent.style !== undefined ? { style: parent.style } : {}),
  };
  known.set(entry, made);
  return made;
}
