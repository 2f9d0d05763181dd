/**
 * Folders that a well-known tool makes again from other files. Where git ignores one, a checkpoint leaves
 * it out: it is large, changes with every build, and nothing of the user's own is lost with it.
 */
interface RebuiltFolder {
  readonly names: string;
  /** One of these stands beside the folder: the file it is built from. `*` stands for any start. */
  readonly beside?: string;
  /** This stands in the folder: the mark of the tool. */
  readonly inside?: string;
}

/** Without `beside` the name alone tells; the others are ordinary words that a user may use as well. */
export const rebuiltFolders: readonly RebuiltFolder[] = [
  { names: 'node_modules bower_components jspm_packages .pnpm-store .parcel-cache .turbo .vite' },
  {
    names: '.next .nuxt .svelte-kit .angular .astro .docusaurus .output .nyc_output .rollup.cache',
  },
  { names: '__pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs .hypothesis' },
  { names: '.venv venv env .env', inside: 'pyvenv.cfg' },
  { names: '.cache .gradle .dart_tool .stack-work elm-stuff .bloop .metals .zig-cache zig-cache' },
  { names: 'Pods', beside: 'Podfile' },
  { names: 'Carthage', beside: 'Cartfile' },
  { names: '.build', beside: 'Package.swift' },
  { names: 'DerivedData', beside: '*.xcodeproj *.xcworkspace' },
  { names: 'target', beside: 'Cargo.toml pom.xml build.sbt project.clj' },
  { names: 'vendor', beside: 'composer.json go.mod' },
  { names: 'deps _build', beside: 'mix.exs rebar.config' },
  { names: 'bin obj', beside: '*.csproj *.fsproj *.vbproj' },
  { names: 'coverage', beside: 'package.json pyproject.toml setup.cfg' },
  { names: 'cmake-build-debug cmake-build-release', beside: 'CMakeLists.txt' },
  {
    names: 'dist build out',
    beside: [
      'package.json deno.json pyproject.toml setup.py Makefile CMakeLists.txt meson.build dune-project',
      'build.gradle build.gradle.kts build.xml pubspec.yaml stack.yaml',
    ].join(' '),
  },
];

export interface FolderLook {
  /** The names beside the folder. */
  beside(): readonly string[];
  hasInside(name: string): boolean;
}

interface RebuiltEvidence {
  readonly beside: readonly string[];
  readonly inside: string | null;
}

const split = (words: string): readonly string[] => words.split(' ');

const known: ReadonlyMap<string, RebuiltEvidence> = new Map(
  rebuiltFolders.flatMap(({ names, beside, inside = null }) =>
    split(names).map((name) => [
      name,
      { beside: beside === undefined ? [] : split(beside), inside },
    ]),
  ),
);

/** `by-name`: no user has such a folder for anything else. */
export type Rebuilt = 'by-name' | 'by-source';

/** Whether a folder of that name, which git ignores, is made again by a tool; null when it is not known. */
export function rebuiltAs(name: string, look: FolderLook): Rebuilt | null {
  const folder = known.get(name);
  if (!folder) return null;
  if (folder.inside !== null && !look.hasInside(folder.inside)) return null;
  if (folder.beside.length === 0) return 'by-name';
  const names = look.beside();
  const stands = (wanted: string): boolean =>
    wanted.startsWith('*')
      ? names.some((other) => other.endsWith(wanted.slice(1)))
      : names.includes(wanted);
  return folder.beside.some(stands) ? 'by-source' : null;
}
