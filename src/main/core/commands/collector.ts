/** Collects the effects, paths and refusals found while a command or a whole line is classified. */
import type {
  CommandContext,
  CommandRefusal,
  EffectName,
  Finding,
  NamedPath,
  PathAccess,
  ProgramUse,
  TokenRef,
} from './command-class.ts';
import { isInsideAny, isStream, placeOf } from './path-words.ts';
import type { Word } from './words.ts';

/** Where a command may be working; unknown after a `cd` that cannot be followed. */
export type WorkingPlaces = readonly string[] | 'unknown';

type Naming = Partial<Pick<NamedPath, 'pattern' | 'loose'>>;

export class Collector {
  readonly context: CommandContext;
  readonly findings: Finding[] = [];
  readonly paths: NamedPath[] = [];
  readonly directories: NamedPath[] = [];
  readonly programs: ProgramUse[] = [];
  readonly refusals: CommandRefusal[] = [];
  /** The index of the simple command being classified. */
  command = 0;
  places: WorkingPlaces;
  /** Where the `cd` just classified leads, for the following commands. */
  movedTo: WorkingPlaces | null = null;
  readonly #seen = new Set<string>();

  constructor(context: CommandContext) {
    this.context = context;
    this.places = context.cwd === null ? 'unknown' : [context.cwd];
  }

  token(word: Word | null): TokenRef {
    return { command: this.command, index: word?.index ?? -1, text: word?.text ?? '' };
  }

  add(effect: EffectName, word: Word | null, sentence: string): void {
    const key = `${effect}\0${this.command}\0${word?.index ?? -1}\0${sentence}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.findings.push({ effect, token: this.token(word), sentence });
  }

  addAll(
    effects: readonly EffectName[],
    word: Word | null,
    sentence: (of: EffectName) => string,
  ): void {
    for (const effect of effects) this.add(effect, word, sentence(effect));
  }

  has(effect: EffectName): boolean {
    return this.findings.some((found) => found.effect === effect);
  }

  refuse(rule: CommandRefusal['rule'], word: Word | null, sentence: string): void {
    this.refusals.push({ rule, token: this.token(word), sentence });
  }

  program(name: string, word: Word, verified: boolean): void {
    this.programs.push({ name, asGiven: word.text, verified, token: this.token(word) });
  }

  /** A word that names a path. One that is known only at run time counts as unknown. */
  place(word: Word, access: PathAccess): void {
    if (word.stream) return;
    if (word.literal) this.named(word.text, word, access);
    else if (word.pattern && hasPlainStart(word))
      this.named(folderOf(word.prefix), word, access, { pattern: true });
    else this.add('unknown', word, `which file ${quoted(word)} means is only known when it runs`);
  }

  /** A folder that the command works in, given by a flag. */
  folder(word: Word): void {
    this.place(word, 'directory');
  }

  named(
    name: string,
    word: Word | null,
    access: PathAccess,
    { pattern = false, loose = false }: Naming = {},
  ): void {
    if (name === '' && !pattern) return;
    if (isStream(name)) return;
    for (const { path, inside } of this.#resolved(name, word)) {
      const found = { path, access, token: this.token(word), inside, pattern, loose };
      (access === 'directory' ? this.directories : this.paths).push(found);
    }
  }

  #resolved(name: string, word: Word | null): { path: string; inside: boolean }[] {
    const { roots, home } = this.context;
    if (this.places === 'unknown' && !/^[/~]|^[A-Za-z]:/.test(name)) {
      this.add('unknown', word, `the folder that ${name || '.'} is in is not known`);
      return [];
    }
    const folders = this.places === 'unknown' ? ['/'] : this.places;
    const found = new Set(folders.map((folder) => placeOf(name, folder, home)));
    // The meaning of `~` is not known here, so it counts as outside, under the written name.
    return [...found].map((path) =>
      path === null ? { path: name, inside: false } : { path, inside: isInsideAny(path, roots) },
    );
  }
}

const quoted = (word: Word): string => JSON.stringify(word.text.slice(0, 80));

/** The part before the first star can be trusted only if nothing after it leads up again. */
function hasPlainStart(word: Word): boolean {
  const rest = word.text.slice(word.prefix.length);
  return !/(?:^|[/{,])\.\.(?:[/},]|$)|[{,]\//.test(rest);
}

const folderOf = (prefix: string): string => {
  const slash = prefix.lastIndexOf('/');
  return slash < 0 ? '.' : prefix.slice(0, slash + 1);
};
