/** Whether a certificate and a key can serve, before anything is made to depend on them. */
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';

/** Null when they can. */
export async function whyNoCertificate(files: {
  readonly certFile: string;
  readonly keyFile: string;
}): Promise<string | null> {
  const [cert, key] = await Promise.all([readOr(files.certFile), readOr(files.keyFile)]);
  if (cert === null) return `The certificate ${files.certFile} cannot be read.`;
  if (key === null) return `The key ${files.keyFile} cannot be read.`;
  try {
    tls.createSecureContext({ cert, key });
    return null;
  } catch {
    return 'That certificate and that key do not belong together, or are not in PEM.';
  }
}

const readOr = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);
