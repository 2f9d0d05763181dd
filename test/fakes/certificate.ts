/** A certificate of its own making, for 127.0.0.2. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { scratch } from './scratch.ts';

export function certificate(): { readonly certFile: string; readonly keyFile: string } {
  const folder = scratch();
  const certFile = path.join(folder, 'cert.pem');
  const keyFile = path.join(folder, 'key.pem');
  const subject = ['-subj', '/CN=gatehouse.test', '-addext', 'subjectAltName=IP:127.0.0.2'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...subject], { stdio: 'ignore' });
  return { certFile, keyFile };
}
