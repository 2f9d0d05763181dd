/**
 * Checks whether a certificate and a key are usable before a listener depends on them. Only the
 * user may have access to the key: anyone who can read it can impersonate Gatehouse.
 */
import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface LoadedCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Wall clock, ms. */
  readonly validFrom: number;
  readonly validTo: number;
}

const maxBytes = 1024 ** 2;

export async function loadCertificate({
  certFile,
  keyFile,
}: CertificateFiles): Promise<LoadedCertificate | { readonly why: string }> {
  // The app may be started from another folder next time.
  if (![certFile, keyFile].every((file) => path.isAbsolute(file)))
    return { why: 'Certificate and key need their full paths.' };
  const [cert, key] = await Promise.all([readOr(certFile), readOr(keyFile, whyShared)]);
  if (cert === null || typeof cert === 'string')
    return { why: `The certificate ${certFile} cannot be read.` };
  if (key === null) return { why: `The key ${keyFile} cannot be read.` };
  if (typeof key === 'string') return { why: key };
  try {
    tls.createSecureContext({ cert, key });
    const { validFrom, validTo } = new X509Certificate(cert);
    const dates = { validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) };
    return { cert, key, ...dates };
  } catch {
    return { why: 'That certificate and that key do not belong together, or are not in PEM.' };
  }
}

/** Null if they are usable now. */
export async function whyNoCertificate(
  files: CertificateFiles,
  now = Date.now(),
): Promise<string | null> {
  const loaded = await loadCertificate(files);
  return 'why' in loaded ? loaded.why : whyNotNow(loaded, now);
}

/** Null while it is valid. */
export function whyNotNow(
  { validFrom, validTo }: Pick<LoadedCertificate, 'validFrom' | 'validTo'>,
  now: number,
): string | null {
  if (now >= validTo) return `The certificate expired on ${dayOf(validTo)}.`;
  return now < validFrom ? `The certificate is not valid before ${dayOf(validFrom)}.` : null;
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

type FileCheck = (
  stat: { readonly uid: number; readonly mode: number },
  file: string,
) => string | null;

const readOr = (file: string, checkFile?: FileCheck): Promise<Buffer | string | null> =>
  readPlain(file, checkFile).catch(() => null);

/**
 * The path comes from the page: a pipe without a writer or an endless file must not block us.
 */
async function readPlain(file: string, checkFile?: FileCheck): Promise<Buffer | string | null> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readRegular(handle, file, checkFile);
  } finally {
    await handle.close();
  }
}

async function readRegular(
  handle: FileHandle,
  file: string,
  checkFile?: FileCheck,
): Promise<Buffer | string | null> {
  const stat = await handle.stat();
  if (!stat.isFile() || stat.size > maxBytes) return null;
  return checkFile?.(stat, file) ?? (await handle.readFile());
}

/** Windows has no such permissions. */
const whyShared: FileCheck = ({ uid, mode }, file) => {
  const own = process.getuid?.();
  if (own === undefined) return null;
  if (uid !== own)
    return `The key ${file} belongs to another user. Run: sudo chown ${own} '${file}'`;
  return (mode & 0o077) === 0
    ? null
    : `Other users can reach the key ${file}. Run: chmod 600 '${file}'`;
};
