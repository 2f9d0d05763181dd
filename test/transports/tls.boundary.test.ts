/** The second listener: another interface, the owner's certificate, the same guards. */
import fs from 'node:fs';
import https from 'node:https';
import { connect } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTls } from '../../src/main/transports/http/tls-listener.ts';
import { Settings } from '../../src/shared/app/settings.ts';
import { certificate, freePort } from '../fakes/certificate.ts';
import { errorOf, openTestApp, sendRaw, tokens, type Reply } from './test-app.ts';

async function secondAddress() {
  const app = await openTestApp();
  const files = certificate();
  const listen = { host: '127.0.0.2', port: await freePort(), ...files, names: ['gatehouse.test'] };
  const management = true;
  const tls = await openTls(app.server.router, { ...listen, management });
  if ('why' in tls) throw new Error(tls.why);
  onTestFinished(() => tls.dispose());
  const ca = fs.readFileSync(files.certFile);
  const get = (route: string, headers: Record<string, string>): Promise<Reply> =>
    new Promise((resolve, reject) => {
      // What is tested is the Host, so the client does not compare it with the certificate.
      const checkServerIdentity = (): undefined => undefined;
      const options = { ca, headers, agent: false, checkServerIdentity };
      const request = https.get(`${tls.url}${route}`, options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      request.once('error', reject);
    });
  return { ...app, tls, listen, get };
}

describe('the second address', () => {
  test('serves the same routes to the same credentials, over TLS', async () => {
    const { get } = await secondAddress();
    const Authorization = `Bearer ${tokens.management}`;
    expect(await get('/status', { Authorization })).toMatchObject({ status: 200 });
    expect(await get('/status', {})).toMatchObject({ status: 401 });
    const client = await get('/status', { Authorization: `Bearer ${tokens.cursor}` });
    expect([client.status, errorOf(client)]).toEqual([403, 'wrong-audience']);
  });

  test('is closed at once when it is taken away, for those inside too', async () => {
    const { get, tls, listen } = await secondAddress();
    const inside = connect({ port: listen.port, host: listen.host, rejectUnauthorized: false });
    inside.on('error', () => undefined);
    await new Promise((resolve) => inside.once('secureConnect', resolve));
    const Authorization = `Bearer ${tokens.management}`;
    expect((await get('/status', { Authorization })).status).toBe(200);
    const gone = new Promise((resolve) => inside.once('close', resolve));
    tls.shut();
    await gone;
    await expect(get('/status', { Authorization })).rejects.toThrow('ECONNREFUSED');
  });

  test('takes its own names as Host and no other, and no web page', async () => {
    const { get, listen } = await secondAddress();
    const Authorization = `Bearer ${tokens.management}`;
    const ours = { Authorization, Host: `gatehouse.test:${listen.port}` };
    expect((await get('/status', ours)).status).toBe(200);
    for (const Host of ['gatehouse.test', `127.0.0.1:${listen.port}`, `evil.test:${listen.port}`])
      expect((await get('/status', { Authorization, Host })).status).toBe(403);
    expect((await get('/status', { Authorization, Origin: 'https://a.test' })).status).toBe(403);
  });

  test('says nothing in plain text', async () => {
    const { listen } = await secondAddress();
    const net = await import('node:net');
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(listen.port, listen.host);
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.once('error', () => undefined).once('close', () => resolve(text));
      socket.write(`GET /status HTTP/1.1\r\nHost: ${listen.host}:${listen.port}\r\n\r\n`);
    });
    expect(answer).not.toContain('HTTP/1.1 401');
    expect(answer).not.toContain('{');
  });

  test('is not opened without a certificate and its key, and the reason is reported', async () => {
    const { server } = await openTestApp();
    const { certFile, keyFile } = certificate();
    const other = certificate();
    const listen = { host: '127.0.0.2', port: await freePort(), certFile, keyFile, names: [] };
    const management = false;
    for (const wrong of [
      { certFile: '/nowhere/cert.pem' },
      { keyFile: '/nowhere/key.pem' },
      { keyFile: other.keyFile },
      { certFile: keyFile },
    ])
      expect(await openTls(server.router, { ...listen, management, ...wrong })).toHaveProperty(
        'why',
      );
    expect(await sendRaw(server.port, 'GET / HTTP/1.0\r\n\r\n')).toContain('403');
  });

  test('is off by default, and settings without certificate, key or port are no settings', () => {
    expect(Settings.parse({}).listen).toBeNull();
    const whole = { host: '10.0.0.1', port: 7443, certFile: '/c', keyFile: '/k' };
    expect(Settings.safeParse({ listen: whole }).success).toBe(true);
    for (const key of Object.keys(whole)) {
      const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
      expect(Settings.safeParse({ listen: rest }).success).toBe(false);
    }
  });
});
