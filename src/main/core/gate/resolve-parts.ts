/**
 * A line of several programs: each is resolved like a command of its own, and together they are one
 * command with the effects, places and pins of all, so that one decision covers the whole line.
 */
import type { Root } from '../../../shared/access/access.ts';
import { effectNames } from '../../../shared/commands/command-effects.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { AffectedPath, CommandPart, LinePart, ResolvedCommand } from '../call/call.ts';
import type { PlainLine, PlainPart } from '../commands/plain-parts.ts';
import { placeOf } from '../commands/path-words.ts';
import type { PathNeeds } from './command-paths.ts';

interface LineContext<PartNeeds extends PathNeeds> {
  readonly cwd: string | null;
  readonly roots: readonly Root[];
  readonly needs: PartNeeds;
}

export async function resolveParts<PartNeeds extends PathNeeds>(
  { folder, parts }: PlainLine,
  around: LineContext<PartNeeds>,
  resolveOne: (
    argv: readonly string[],
    around: LineContext<PartNeeds>,
  ) => Promise<LinePart | Refused>,
): Promise<LinePart | Refused> {
  const moved = folder === null ? null : folderFrom(folder, around);
  if (moved !== null && isError(moved)) return moved;
  const cwd = moved?.path ?? around.cwd;
  const all: LinePart[] = [];
  for (const { argv } of parts) {
    const resolved = await resolveOne(argv, { ...around, cwd });
    if (isError(resolved)) return resolved;
    all.push(resolved);
  }
  const places = [...(moved ? [moved] : []), ...all.flatMap((item) => item.places)];
  return {
    command: joined(parts, all),
    places: eachOnce(places),
  };
}

/** The folder that a leading `cd` names. */
function folderFrom<PartNeeds extends PathNeeds>(
  name: string,
  { cwd, roots, needs }: LineContext<PartNeeds>,
): AffectedPath | Refused {
  if (cwd === null) return refused('invalid-arguments', 'cwd: is needed.');
  const path = placeOf(name, cwd, needs.home);
  if (path === null) return refused('bad-path', `cd ${name.slice(0, 200)}`);
  const resolved = needs.paths.resolve(path, roots, 'list');
  if (isError(resolved)) return resolved;
  return Object.freeze({ ...resolved, use: 'list', protection: null } as const);
}

export function eachOnce(places: readonly AffectedPath[]): readonly AffectedPath[] {
  return [...new Map(places.map((place) => [keyOf(place), place])).values()];
}

export const keyOf = ({ use, path }: AffectedPath): string => `${use} ${path}`;

/** Without `argv` and `program`: an executor that does not know parts must not run the first alone. */
export function joined(parts: readonly PlainPart[], each: readonly LinePart[]): ResolvedCommand {
  const commands = each.map(({ command }) => command);
  const [first] = commands;
  if (!first) throw new Error('a line has at least one part');
  const { programSha256: _sha256, ...common } = first;
  const isIn = new Set(commands.flatMap(({ effects }) => effects));
  return Object.freeze({
    ...common,
    argv: Object.freeze([]),
    program: null,
    programFile: null,
    pins: pinsOf(commands),
    effects: Object.freeze(effectNames.filter((name) => isIn.has(name))),
    does: Object.freeze(commands.flatMap(({ does }) => does)),
    keep: commands.every(({ keep }) => keep === 'session') ? 'session' : 'once',
    whyOnce: commands.find(({ whyOnce }) => whyOnce !== '')?.whyOnce ?? '',
    parts: Object.freeze(commands.map((command, at) => partOf(parts[at], command))),
    each: Object.freeze([...each]),
  });
}

function pinsOf(commands: readonly ResolvedCommand[]): NonNullable<ResolvedCommand['pins']> {
  const files = commands.flatMap(({ pins }) => pins?.files ?? []);
  const byPath = new Map<string, FilePin>(files.map((pin) => [pin.path, pin]));
  return Object.freeze({
    program: null,
    files: Object.freeze([...byPath.values()]),
    parts: Object.freeze(commands.map(({ pins }) => pins?.program ?? null)),
  });
}

function partOf(part: PlainPart | undefined, command: ResolvedCommand): CommandPart {
  const { argv, program, programFile, programSha256, effects } = command;
  if (!part || program === null) throw new Error('every part has a program');
  const { stdout, stderr, join } = part;
  return Object.freeze({
    ...{ argv, program, programFile, effects, stdout, stderr, join },
    ...(programSha256 === undefined ? {} : { programSha256 }),
  });
}
