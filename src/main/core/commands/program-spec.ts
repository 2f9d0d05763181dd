/**
 * The form of the table of programs. An entry is plain data; its strings are read by
 * `compiledSpec` the first time a program is met.
 *
 * Effects are words: `reads writes deletes runs network git privilege unknown none`.
 * A flag's rule is its effects, then `=KIND` if it takes a value (`=KIND?` if only attached to it,
 * `=KIND2` if a name comes first), then ` : ` and what it does, for the user:
 * `'runs =program : runs a program for every file'`.
 */
import type { EffectName } from './command-class.ts';

/**
 * How operands are interpreted. `loose`: only those that look like a path count as one. `from-to`:
 * a URL, then the folder created from it.
 */
export type OperandUse =
  | 'loose'
  | 'text'
  | 'reads'
  | 'writes'
  | 'deletes'
  | 'pattern'
  | 'copy'
  | 'from-to'
  | 'in-out';

/** How to find the command that a program starts. */
export interface WrapSpec {
  /** Operands of its own before the command, such as the time of `timeout`. */
  readonly skip?: number;
  /** `NAME=value` words may come before the command. */
  readonly assignments?: true;
  /** The command is treated as if it were given alone (`time`, `command`). */
  readonly transparent?: true;
  /** More words are added from elsewhere (`xargs`). */
  readonly later?: true;
}

/** Names separated by blanks, and their rule. */
export type FlagTable = Readonly<Record<string, string>>;

export interface ProgramSpec {
  /** Its effects, whatever its arguments. */
  readonly effects: string;
  /** What `effects` means for this program; follows its name in sentences. */
  readonly phrase?: string;
  readonly operands?: OperandUse;
  readonly flags?: FlagTable;
  /** An unlisted flag is unknown. */
  readonly strict?: true;
  /** Long flags have a single dash, like those of `find` and `java`. */
  readonly style?: 'single';
  /** A short flag takes the next word as its value; letters after it are further flags. */
  readonly separateValues?: true;
  /** Its effects when called without arguments. */
  readonly bare?: string;
  /** Its effects without operands, whatever the flags. */
  readonly idle?: string;
  /**
   * If set: `--version`, `--help` and these words, alone on the line, only make it print
   * information. Not for programs that load settings or code of the project even then.
   */
  readonly infoFlags?: string;
  /** Its effects with one of these flags. */
  readonly instead?: Readonly<Record<string, string>>;
  /** An operand that cancels such a flag, as in `--noEmit false`. */
  readonly takesBack?: string;
  /** Words in a pattern (see `OperandUse`) that make it read other files or do more. */
  readonly patternError?: RegExp;
  /**
   * By the first operands; names are apart by commas, `*` stands for any rest of a word.
   * Not listed: unknown.
   */
  readonly subcommands?: SubcommandFamily;
  readonly wraps?: WrapSpec;
  /** Its own flags come before the subcommand only; by default they are also valid after it. */
  readonly flagsFirst?: true;
  /** A parser of its own, in `readers/`. */
  readonly reader?: ReaderName;
}

export type ReaderName = 'awk' | 'cd' | 'dd' | 'find' | 'git' | 'sed' | 'subscript' | 'tar';

/** Names are separated by white space. */
export type ProgramFamily = readonly (readonly [names: string, spec: ProgramSpec])[];

export type SubcommandFamily = readonly (readonly [
  names: string,
  effectsOrSpec: string | ProgramSpec,
])[];

/**
 * `pattern` and `source`: the text, or the file with the text, that is otherwise the first
 * operand. `content`: a text, or `@` and its file.
 */
export type ValueKind =
  | 'value'
  | 'path'
  | 'out'
  | 'gone'
  | 'dir'
  | 'code'
  | 'program'
  | 'pattern'
  | 'content'
  | 'source';

export interface FlagRule {
  readonly effects: readonly EffectName[];
  /** `pair`: two words, of which the second is the value. */
  readonly value: 'none' | 'required' | 'attached' | 'pair';
  readonly kind: ValueKind;
  readonly phrase: string;
}

export interface CompiledSpec {
  readonly spec: ProgramSpec;
  readonly effects: readonly EffectName[];
  readonly flags: ReadonlyMap<string, FlagRule>;
  /** At least one flag may do more than the program alone. */
  readonly flagsMatter: boolean;
  /** Some flag names a file or a folder. */
  readonly flagsName: boolean;
}

const effectWords: Readonly<Record<string, EffectName>> = {
  reads: 'reads',
  writes: 'writes',
  deletes: 'deletes',
  runs: 'runs-other-code',
  network: 'network',
  git: 'changes-git',
  privilege: 'privilege',
  unknown: 'unknown',
};

export function effectsOf(text: string): EffectName[] {
  return text
    .split(' ')
    .filter((word) => word !== 'none' && word !== '')
    .map((word) => {
      const effect = effectWords[word];
      if (effect === undefined) throw new Error(`no effect "${word}"`);
      return effect;
    });
}

const valueKinds: readonly string[] = [
  'value',
  'path',
  'out',
  'gone',
  'dir',
  'code',
  'program',
  'pattern',
  'content',
  'source',
];

const valueForms = { '?': 'attached', '2': 'pair' } as const;

function flagRule(text: string): FlagRule {
  const [rule = '', phrase = ''] = text.split(' : ');
  const words = rule.split(' ');
  const taken = words.find((word) => word.startsWith('='));
  const mark = taken?.at(-1);
  const form = mark === '?' || mark === '2' ? valueForms[mark] : null;
  const kind = taken?.slice(1, form ? -1 : undefined) ?? 'value';
  if (!valueKinds.includes(kind)) throw new Error(`no kind of value "${kind}"`);
  return {
    effects: effectsOf(words.filter((word) => word !== taken).join(' ')),
    value: taken === undefined ? 'none' : (form ?? 'required'),
    kind: kind as ValueKind,
    phrase,
  };
}

const compiled = new WeakMap<ProgramSpec, CompiledSpec>();

export function compiledSpec(spec: ProgramSpec): CompiledSpec {
  const known = compiled.get(spec);
  if (known) return known;
  const flags = new Map<string, FlagRule>();
  for (const [names, text] of Object.entries(spec.flags ?? {})) {
    const rule = flagRule(text);
    for (const name of names.split(' ')) flags.set(name, rule);
  }
  const effects = effectsOf(spec.effects);
  const made: CompiledSpec = {
    spec,
    effects,
    flags,
    flagsMatter: spec.strict === true || [...flags.values()].some((rule) => matters(rule, effects)),
    flagsName: [...flags.values()].some(({ kind }) => namingKinds.includes(kind)),
  };
  compiled.set(spec, made);
  return made;
}

const namingKinds: readonly ValueKind[] = ['path', 'source', 'out', 'gone', 'dir'];

const matters = (rule: FlagRule, effects: readonly EffectName[]): boolean =>
  rule.effects.some((effect) => effect !== 'reads' && !effects.includes(effect));
