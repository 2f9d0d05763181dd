/** Whether a certificate and a key can serve, before anything is made to depend on them. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';

const mostBytes = 1024 ** 2;

/** Null when they can. */
export async function whyNoCertificate(files: {
  readonly certFile: string;
  readonly keyFile: string;
}): Promise<string | null> {
  const { certFile, keyFile } = files;
  // We may be started from another folder next time.
  if (![certFile, keyFile].every((file) => path.isAbsolute(file)))
    return 'Certificate and key need their full paths.';
  const [cert, key] = await Promise.all([readOr(certFile), readOr(keyFile)]);
  if (cert === null) return `The certificate ${certFile} cannot be read.`;
  if (key === null) return `The key ${keyFile} cannot be read.`;
  try {
    tls.createSecureContext({ cert, key });
    return null;
  } catch {
    return 'That certificate and that key do not belong together, or are not in PEM.';
  }
}

const readOr = (file: string): Promise<Buffer | null> => readPlain(file).catch(() => null);

/** The path comes from the page: neither a pipe without a writer nor an endless file may hold us up. */
async function readPlain(file: string): Promise<Buffer | null> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await handle.stat();
    return stat.isFile() && stat.size <= mostBytes ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}
