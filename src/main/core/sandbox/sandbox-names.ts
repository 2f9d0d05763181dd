/**
 * Names in a granted folder that a sandboxed command may not change or may not see, and places of
 * the user that it never sees. The tables of protected names are the project's own; what a build or
 * an install has to change (manifests, lock files, `node_modules`) stays writable.
 */
import type { FolderPatterns } from '../dependencies.ts';
import { isSecretFile } from '../../../shared/files/secret-files.ts';
import { packageSettings, packages } from '../roots/protected-build-names.ts';
import { secretsOfHome, type HomeAndOwnPaths } from '../roots/grantable.ts';
import { protectionOf } from '../roots/protected-paths.ts';

/** Yarn keeps its cache and its state here. */
const changedByInstalls = ['.yarn/'];

const writable: ReadonlySet<string> = new Set([
  ...packages.filter((group) => group !== packageSettings).flatMap(({ patterns }) => patterns),
  ...changedByInstalls,
]);

export function isProtectedInside(
  path: string,
  places: HomeAndOwnPaths,
  extra: readonly string[] = [],
): boolean {
  const protection = protectionOf(path, places, extra);
  return protection !== null && !writable.has(protection.name);
}

/** Files of the home folder with keys in them, beside the folders that are never granted. */
const secretFilesOfHome = [
  ...['.ssh', '.gnupg', '.netrc', '.git-credentials', '.config/git/credentials', '.npmrc'],
  ...['.pypirc', '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml'],
  ...['.gradle/gradle.properties', '.claude/.credentials.json', '.codex/auth.json'],
  ...['.local/share/opencode/auth.json', '.bash_history', '.zsh_history'],
];

/** Hidden where a granted folder holds them, as a grant of the home folder does. */
export const hiddenPlaces = ({ home, ownPaths }: HomeAndOwnPaths): readonly string[] => [
  ...ownPaths,
  ...[...secretsOfHome, ...secretFilesOfHome].map((name) => `${home}/${name}`),
];

export const patternsFor = (
  places: HomeAndOwnPaths,
  {
    protectedNames,
    closed,
  }: { readonly protectedNames: readonly string[]; readonly closed: readonly string[] },
): FolderPatterns => ({
  isProtected: (path) => isProtectedInside(path, places, protectedNames),
  protectedNames,
  isSecret: isSecretFile,
  hidden: [...hiddenPlaces(places), ...closed],
});
