/**
 * Counts calls by folder. Commands are parsed by the classifier that the gate uses; what a command
 * did beyond its text cannot be known afterwards.
 */
import path from 'node:path';
import type { ShellPart } from '../../../shared/commands/parsed-line.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { FolderActivity, NamedCount } from '../../../shared/integrations/agent-history.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { classifyCommand } from '../../core/core.ts';
import { parseCommandLine } from '../../platform/shell-parser/shell-parser.ts';
import type { PastToolCall } from './recorded-call.ts';
import {
  inOrder,
  scopesOfCommand,
  scopesOfEdit,
  scopesOfRead,
  type UsedCommand,
} from './used-scopes.ts';

const mostFolders = 200;
const mostNames = 2_000;
const mostShown = 8;
const longestName = 300;

/** Without the facts about the folder that only the app knows. */
export type CountedFolder = Omit<FolderActivity, 'whyNot' | 'isSuggested'>;

interface Totals {
  readonly conversations: Set<string>;
  readonly programs: Map<string, number>;
  readonly hosts: Map<string, number>;
  readonly places: Map<string, number>;
  readonly scopes: Set<Scope>;
  lastAt: number;
  reads: number;
  edits: number;
  commands: number;
  others: number;
  outside: number;
}

interface ReadCommand extends UsedCommand {
  readonly programs: readonly string[];
  readonly outside: readonly string[];
}

interface Deps {
  readonly home: string;
  /** The folder for which access would be requested. */
  readonly folderOf: (cwd: string) => Promise<string>;
}

export class FolderTotals {
  readonly #deps: Deps;
  readonly #folders = new Map<string, Totals>();
  readonly #read = new Map<string, ReadCommand>();
  /** Calls in folders beyond the limit. */
  leftOut = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async add(call: PastToolCall): Promise<void> {
    const { action, cwd } = call;
    if (!path.isAbsolute(cwd) || cwd.includes('\0')) return;
    const folder = await this.#deps.folderOf(cwd);
    const totals = this.#totalsOf(folder);
    if (!totals) return void (this.leftOut += 1);
    totals.conversations.add(call.conversation);
    totals.lastAt = Math.max(totals.lastAt, call.at);
    switch (action.kind) {
      case 'command': {
        const command = await this.#readCommand(action.line, cwd, folder);
        totals.commands += 1;
        for (const program of new Set(command.programs)) count(totals.programs, program);
        for (const host of hostsIn(action.line)) count(totals.hosts, host);
        noteOutside(totals, command.outside);
        addScopes(totals, scopesOfCommand(command));
        return;
      }
      case 'edit':
      case 'read': {
        totals[action.kind === 'edit' ? 'edits' : 'reads'] += 1;
        const places = action.paths.map((name) => absolute(name, cwd, this.#deps.home));
        noteOutside(
          totals,
          places.filter((place) => !isWithin(place, [folder, cwd])),
        );
        if (places.some((place) => isWithin(place, [folder, cwd])))
          addScopes(totals, action.kind === 'edit' ? scopesOfEdit(action.moves) : scopesOfRead);
        return;
      }
      case 'fetch':
        totals.others += 1;
        for (const host of hostsIn(action.url)) count(totals.hosts, host);
        return;
      case 'other':
        totals.others += 1;
    }
  }

  /** Most recently used first. */
  folders(): readonly CountedFolder[] {
    return [...this.#folders]
      .map(([folder, totals]) => ({
        path: folder,
        conversations: totals.conversations.size,
        ...{ lastAt: totals.lastAt, reads: totals.reads, edits: totals.edits },
        ...{ commands: totals.commands, others: totals.others, outside: totals.outside },
        programs: mostUsed(totals.programs),
        hosts: mostUsed(totals.hosts),
        places: mostUsed(totals.places),
        scopes: inOrder(totals.scopes),
      }))
      .toSorted((a, b) => b.lastAt - a.lastAt);
  }

  #totalsOf(folder: string): Totals | null {
    const known = this.#folders.get(folder);
    if (known || this.#folders.size >= mostFolders) return known ?? null;
    const totals: Totals = {
      ...{ conversations: new Set(), programs: new Map(), hosts: new Map(), places: new Map() },
      ...{ scopes: new Set(), lastAt: 0, reads: 0, edits: 0, commands: 0, others: 0, outside: 0 },
    };
    this.#folders.set(folder, totals);
    return totals;
  }

  /** The same line in the same folder is parsed once. */
  async #readCommand(line: string, cwd: string, folder: string): Promise<ReadCommand> {
    const key = `${cwd}\0${line}`;
    const known = this.#read.get(key);
    if (known) return known;
    const parsed = await parseCommandLine(line);
    const { home } = this.#deps;
    const read = classifyCommand(parsed, { cwd, roots: [folder, cwd], home });
    const command = {
      effects: read.effects,
      programs: read.programs.map(({ name }) => name),
      starts: parsed.kind === 'line' ? startsIn(parsed.body) : [],
      outside: [...read.paths, ...read.directories]
        .filter(({ inside, loose, access }) => !inside && !loose && access !== 'run')
        .map((named) => named.path)
        .filter((name) => !/^\/dev\/(null|stdin|stdout|stderr|tty)$/.test(name)),
    };
    if (this.#read.size < mostNames) this.#read.set(key, command);
    return command;
  }
}

function startsIn(part: ShellPart): readonly (readonly [string, string])[] {
  switch (part.kind) {
    case 'list':
      return part.items.flatMap((item) => startsIn(item.part));
    case 'pipeline':
    case 'compound':
      return part.parts.flatMap(startsIn);
    case 'command': {
      const [program, ...words] = part.words.filter(({ literal }) => literal);
      const first = words.find(({ text }) => !text.startsWith('-'));
      return program ? [[path.basename(program.text), first?.text ?? '']] : [];
    }
    case 'unparsed':
      return [];
  }
}

const isWithin = (place: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(place, folder));

function absolute(name: string, cwd: string, home: string): string {
  if (name === '~' || name.startsWith('~/')) return path.join(home, name.slice(1));
  return path.resolve(cwd, name);
}

/** A call with three paths outside counts once. */
function noteOutside(totals: Totals, places: readonly string[]): void {
  if (places.length === 0) return;
  totals.outside += 1;
  for (const place of new Set(places)) count(totals.places, place);
}

function addScopes(totals: Totals, scopes: readonly Scope[]): void {
  for (const scope of scopes) totals.scopes.add(scope);
}

function count(counts: Map<string, number>, name: string): void {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  if (counts.has(short) || counts.size < mostNames) counts.set(short, (counts.get(short) ?? 0) + 1);
}

/** Hosts in URLs of the text; a program may contact others. */
function hostsIn(text: string): ReadonlySet<string> {
  const found = text
    .slice(0, 64 * 1024)
    .match(/\b(?:https?|ssh|git|wss?|ftp):\/\/[^\s'"<>|;)\\]+/gi);
  const hosts = (found ?? []).slice(0, 20).flatMap((address) => {
    const { hostname } = URL.parse(address) ?? { hostname: '' };
    return hostname === '' ? [] : [hostname];
  });
  return new Set(hosts);
}

const mostUsed = (counts: ReadonlyMap<string, number>): readonly NamedCount[] =>
  [...counts]
    .map(([name, times]) => ({ name, count: times }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostShown);
