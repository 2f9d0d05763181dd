/** The command for the user if something other than Gatehouse replaces it. */
import type { InstallWay } from '../../../shared/app/updates.ts';
import type { Release, UpdateFile } from './feed.ts';
import { addressIn } from './read-feed.ts';

const endings: Readonly<Record<InstallWay, string | null>> = {
  appimage: '.AppImage',
  installer: process.platform === 'darwin' ? '.zip' : '.exe',
  deb: '.deb',
  rpm: '.rpm',
  archive: '.tar.gz',
  checkout: null,
};

/** Other names of an architecture, used in package names. */
const archNames: Readonly<Record<string, readonly string[]>> = {
  x64: ['x64', 'amd64', 'x86_64'],
  arm64: ['arm64', 'aarch64'],
};

/** The release's file for this kind of installation; null if there is none. */
export function fileFor(release: Release, way: InstallWay, arch: string): UpdateFile | null {
  const ending = endings[way];
  if (ending === null) return null;
  const fitting = release.files.filter(({ name }) => name.endsWith(ending));
  const own = archNames[arch] ?? [arch];
  const others = Object.values(archNames)
    .flat()
    .filter((name) => !own.includes(name));
  return (
    fitting.find(({ name }) => own.some((word) => name.includes(word))) ??
    fitting.find(({ name }) => !others.some((word) => name.includes(word))) ??
    null
  );
}

/**
 * Downloads, compares with the digest of the signed feed, then installs. Null if there is nothing
 * to run.
 */
export function commandFor(
  release: Release,
  { way, arch, feed }: { readonly way: InstallWay; readonly arch: string; readonly feed: string },
): string | null {
  if (way === 'checkout') return 'git pull && npm start';
  const file = fileFor(release, way, arch);
  if (!file) return null;
  const { name } = file;
  const hex = Buffer.from(file.sha512, 'base64').toString('hex');
  const checked = `curl -fLO '${addressIn(feed, name)}' && echo '${hex}  ${name}' | sha512sum --check`;
  if (way === 'deb') return `${checked} && sudo apt install ./${name}`;
  if (way === 'rpm') return `${checked} && sudo dnf install ./${name}`;
  return `${checked} && tar -xzf ${name}`;
}
