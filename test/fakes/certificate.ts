/** A certificate of its own making, for 127.0.0.2. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { scratch } from './scratch.ts';

export function certificate({ days = '1', more = [] as readonly string[] } = {}): {
  readonly certFile: string;
  readonly keyFile: string;
} {
  const folder = scratch();
  const certFile = path.join(folder, 'cert.pem');
  const keyFile = path.join(folder, 'key.pem');
  const subject = ['-subj', '/CN=gatehouse.test', '-addext', 'subjectAltName=IP:127.0.0.2'];
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    days,
    ...more,
  ];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...subject], { stdio: 'ignore' });
  return { certFile, keyFile };
}

/** One that is free on the address of that certificate. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
