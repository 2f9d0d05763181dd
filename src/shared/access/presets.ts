/** Named sets of scopes, so that the user can compare a request with something familiar. */
import { allScopes, expandScopes, type Scope } from './scopes.ts';

export interface Preset {
  readonly title: string;
  readonly sentence: string;
  readonly scopes: readonly Scope[];
}

const preset = (title: string, sentence: string, names: readonly string[]): Preset => ({
  title,
  sentence,
  scopes: Object.freeze(expandScopes(names).scopes),
});

/** As the blueprint suggests them, with its words expanded to plain scopes. */
export const presets = {
  restricted: preset('Read only', 'Reads and searches files; changes and runs nothing', [
    'read:files',
    'analyze:syntax',
    'search:content',
  ]),
  basic: preset('Basic', 'Reads files and sees the editor; changes and runs nothing', [
    'read:files',
    'read:buffers',
    'search:files',
    'analyze:syntax',
    'sync:cursor',
  ]),
  standard: preset('Standard', 'Reads and edits files; runs nothing', [
    'read:files',
    'write:files',
    'edit:buffers',
    'manage:buffers',
    'format:code',
    'search:content',
    'sync:cursor',
    'sync:selection',
    'explore:project',
  ]),
  advanced: preset('Advanced', 'Creates, deletes, builds, tests, commits and uses terminals', [
    'create:files',
    'delete:files',
    'manage:workspace',
    'build:project',
    'run:tests',
    'exec:terminal',
    'git:*',
    'debug:session',
    'refactor:code',
    'manage:plugins',
  ]),
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

export const presetNames: readonly PresetName[] = Object.freeze(
  Object.keys(presets) as PresetName[],
);

/** The word that an agent uses; the preset's own name works too. */
const presetWords: Readonly<Record<PresetName, string>> = {
  restricted: 'read-only',
  basic: 'basic',
  standard: 'standard',
  advanced: 'advanced',
};

export const requestedPresets: readonly string[] = presetNames.map((name) => presetWords[name]);

/** A preset includes the ones before it: a session that may edit may also read. */
export function scopesOfPreset(word: string): readonly Scope[] {
  const at = presetNames.findIndex((name) => name === word || presetWords[name] === word);
  return presetNames.slice(0, at + 1).flatMap((name) => presets[name].scopes);
}

/** What `request_access` lists as possible values. */
export const requestableNames: readonly string[] = [...requestedPresets, ...allScopes];

export interface NearestPreset {
  readonly name: PresetName;
  /** The preset includes everything that was requested. */
  readonly covers: boolean;
  /** Requested, but not part of the preset. */
  readonly beyond: readonly Scope[];
  /** Part of the preset, but not requested. */
  readonly unused: readonly Scope[];
}

/** The smallest preset that covers the scopes, else the one that differs least; the smaller on a tie. */
export function nearestPreset(scopes: readonly Scope[]): NearestPreset {
  const [first, ...others] = presetNames.map((name) => compare(name, new Set(scopes)));
  if (!first) throw new Error('there are no presets');
  return others.reduce((best, item) => (isNearer(item, best) ? item : best), first);
}

function compare(name: PresetName, asked: ReadonlySet<Scope>): NearestPreset {
  const included = new Set<Scope>(presets[name].scopes);
  const beyond = [...asked].filter((scope) => !included.has(scope));
  const unused = [...included].filter((scope) => !asked.has(scope));
  return { name, covers: beyond.length === 0, beyond, unused };
}

function isNearer(a: NearestPreset, b: NearestPreset): boolean {
  if (a.covers !== b.covers) return a.covers;
  const distance = distanceOf(a) - distanceOf(b);
  return distance === 0
    ? presets[a.name].scopes.length < presets[b.name].scopes.length
    : distance < 0;
}

const distanceOf = ({ beyond, unused }: NearestPreset): number => beyond.length + unused.length;
