/**
 * The project that contains a path: the nearest folder with a project file, otherwise the path's
 * own folder.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';

const signs = [
  ...['.git', '.hg', '.jj', 'package.json', 'deno.json', 'pyproject.toml', 'setup.py'],
  ...['Cargo.toml', 'go.mod', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'CMakeLists.txt'],
  ...['Makefile', 'composer.json', 'Gemfile', 'mix.exs', 'pubspec.yaml', 'Package.swift'],
];
const farthestUp = 24;

/**
 * Null for a path that is not absolute or does not resolve. The home folder is never a project.
 */
export async function projectFolderOf(wanted: string, home: string): Promise<string | null> {
  if (!path.isAbsolute(wanted) || wanted.includes('\0')) return null;
  const start = await nearestFolder(path.resolve(wanted));
  if (start === null) return null;
  let folder = start;
  for (let up = 0; up < farthestUp && !isInside(home, folder); up += 1) {
    if (await isProject(folder)) return folder;
    const above = path.dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return start;
}

/** The real folder that the path is, or is in, or would be in. */
async function nearestFolder(wanted: string): Promise<string | null> {
  for (let at = wanted; ; at = path.dirname(at)) {
    try {
      const real = await fs.realpath(at);
      return (await fs.stat(real)).isDirectory() ? real : path.dirname(real);
    } catch {
      if (path.dirname(at) === at) return null;
    }
  }
}

async function isProject(folder: string): Promise<boolean> {
  const checks = signs.map((sign) => fs.access(path.join(folder, sign)));
  return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
}
