/** A self-signed certificate and a free port for the second listener. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

export function certificateIn(folder: string): {
  readonly certFile: string;
  readonly keyFile: string;
} {
  const certFile = path.join(folder, 'cert.pem');
  const keyFile = path.join(folder, 'key.pem');
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90'];
  const files = ['-keyout', keyFile, '-out', certFile, '-subj', '/CN=gatehouse.test'];
  execFileSync('openssl', ['req', '-x509', ...made, ...files], { stdio: 'ignore' });
  return { certFile, keyFile };
}

export async function freePortOn(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
