/** The feed: the latest version and the digests of its files, in electron-builder's format. */
import { parse } from 'yaml';
import { z } from 'zod';
import { compareVersions, versionShape } from '../../../shared/app/versions.ts';
import { updatesText } from './updates-text.ts';

/** Files are next to the feed, so a name contains no path and needs no quotes in a shell. */
const fileName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
/** 64 bytes as base64. */
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

const Feed = z.object({
  version: z.string().max(100).regex(versionShape),
  releaseDate: z.iso.datetime(),
  releaseNotes: z.string().max(20_000).default(''),
  files: z
    .array(z.object({ url: fileName, sha512, size: z.int().min(1).optional() }))
    .min(1)
    .max(40),
});

export interface UpdateFile {
  readonly name: string;
  readonly sha512: string;
}

/** The content of a feed with a valid signature. */
export interface Release {
  readonly version: string;
  readonly releasedAt: number;
  readonly notes: string;
  readonly files: readonly UpdateFile[];
}

/** The name of the feed file in electron-builder's scheme. */
export function feedName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'darwin') return 'latest-mac.yml';
  if (platform !== 'linux') return 'latest.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/** Null if it is not a feed. */
export function releaseIn(feed: Buffer): Release | null {
  let value: unknown;
  try {
    value = parse(feed.toString('utf8'), { maxAliasCount: 0 });
  } catch {
    return null;
  }
  const parsed = Feed.safeParse(value);
  if (!parsed.success) return null;
  const { version, releaseDate, releaseNotes, files } = parsed.data;
  return {
    version,
    releasedAt: Date.parse(releaseDate),
    notes: releaseNotes,
    files: files.map(({ url, sha512: digest }) => ({ name: url, sha512: digest })),
  };
}

/** The newest release seen with a valid signature. */
export interface SeenRelease {
  readonly version: string;
  readonly releasedAt: number;
}

/**
 * Why a signed release is not accepted: an old signed release may be replayed instead of a newer
 * one.
 */
export function whyOld(
  release: Release,
  installed: string,
  seen: SeenRelease | null,
): string | null {
  const { version, releasedAt } = release;
  if ((compareVersions(version, installed) ?? -1) < 0)
    return updatesText.olderThanInstalled(version, installed);
  if (!seen) return null;
  const order = compareVersions(version, seen.version) ?? -1;
  if (order < 0 || (order === 0 && releasedAt < seen.releasedAt))
    return updatesText.olderThanSeen(version, seen.version);
  return null;
}
