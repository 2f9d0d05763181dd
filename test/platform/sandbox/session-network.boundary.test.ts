/** The network of a session, in a real namespace: what reaches the gate, and what reaches nothing. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '../../../src/shared/base/ids.ts';
import {
  proxyEnvironment,
  runInside,
  sandboxNetworks,
  serverOn,
  session,
  startInside,
  whyNoNamespaces,
} from './network-fixture.ts';

const isAlive = (pid: number): boolean => fs.existsSync(`/proc/${pid}`);

if (whyNoNamespaces !== null) console.log(`skipped: ${whyNoNamespaces}`);

describe.skipIf(whyNoNamespaces !== null)('the network of a session', () => {
  const curl = ['curl', '-sS', '-m', '20'] as const;

  test('N30 HTTP, CONNECT and SOCKS reach an allowed host through the gate, with bytes counted', async () => {
    const port = await serverOn((request, response) =>
      response.end(`${request.method} ${request.url} ${request.headers.host}`),
    );
    const { networks, closed } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const url = (name: string): string => `http://site.example:${port}/${name}`;
    const proxy = 'http://127.0.0.1:3128';
    const plain = await runInside(holderPid, [...curl, '-x', proxy, url('plain')]);
    expect(plain.output).toBe(`GET /plain site.example:${port}`);
    const tunnel = await runInside(holderPid, [...curl, '-p', '-x', proxy, url('tunnel')]);
    expect(tunnel.output).toBe(`GET /tunnel site.example:${port}`);
    const byName = ['-x', 'socks5h://127.0.0.1:3128'];
    const named = await runInside(holderPid, [...curl, ...byName, url('named')]);
    expect(named.output).toBe(`GET /named site.example:${port}`);
    const byAddress = ['-x', 'socks5://127.0.0.1:3128', `http://203.0.113.9:${port}/address`];
    const address = await runInside(holderPid, [...curl, ...byAddress]);
    expect(address.output).toBe(`GET /address 203.0.113.9:${port}`);
    await expect.poll(() => closed.length).toBe(4);
    for (const one of closed) {
      expect(one.sent).toBeGreaterThan(50);
      expect(one.received).toBeGreaterThan(50);
    }
  });

  test('N30 a refusal comes with a sentence, and nothing is connected', async () => {
    let requests = 0;
    const port = await serverOn((_request, response) => {
      requests += 1;
      response.end();
    });
    const { networks, refusedHosts } = sandboxNetworks({ allow: () => false });
    const { holderPid } = await networks.launch(session);
    const target = `http://site.example:${port}/`;
    const plain = await runInside(holderPid, [...curl, target], proxyEnvironment);
    expect(plain.output).toContain('Gatehouse: The user denied this');
    const tunnel = await runInside(holderPid, [...curl, '-p', target], proxyEnvironment);
    expect(tunnel.output).toContain('403');
    const socks = ['-x', 'socks5h://127.0.0.1:3128', target];
    expect((await runInside(holderPid, [...curl, ...socks])).code).not.toBe(0);
    const transparent = await runInside(holderPid, [...curl, 'http://site.example/']);
    expect(transparent.code).not.toBe(0);
    expect(refusedHosts).toHaveLength(4);
    expect(requests).toBe(0);
  });

  test('N31 programs that know no proxy reach a host by name: fetch of Node, curl', async () => {
    const leadsTo = await serverOn((request, response) =>
      response.end(`for ${request.headers.host}`),
    );
    const { networks, closed } = sandboxNetworks({ leadsTo });
    const { holderPid } = await networks.launch(session);
    const script = "fetch('http://site.example/').then((r) => r.text()).then(console.log)";
    const fetched = await runInside(holderPid, ['node', '-e', script]);
    expect(fetched.output.trim()).toBe('for site.example');
    const other = await runInside(holderPid, [...curl, 'http://other.example/']);
    expect(other.output).toBe('for other.example');
    await expect
      .poll(() => closed.map(({ host, port }) => `${host}:${port}`))
      .toEqual(['site.example:80', 'other.example:80']);
  });

  test('N32 there is no other way out: addresses, other ports, UDP, the computer’s own loopback', async () => {
    const port = await serverOn((_request, response) => response.end('outside'));
    const { networks, refusedHosts, closed } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    for (const url of [
      'http://203.0.113.9/',
      'http://192.0.2.1:8080/',
      `http://127.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      'http://169.254.169.254/',
      'http://site.example:8080/',
      'http://198.18.77.77/',
    ]) {
      const { code, output } = await runInside(holderPid, [...curl, '-m', '3', url]);
      expect([url, code === 0, output.includes('outside')]).toEqual([url, false, false]);
    }
    const udp = `
      const socket = require('dgram').createSocket('udp4');
      socket.send('x', 53, '203.0.113.9', (error) => { console.log(error?.code); socket.close(); });`;
    expect((await runInside(holderPid, ['node', '-e', udp])).output).toContain('ENETUNREACH');
    expect([...refusedHosts, ...closed]).toEqual([]);
  });

  test('N32 programs cannot change the namespace or take over its listeners', async () => {
    const { networks } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const script = `
      ip route add default dev lo 2>&1; ip addr add 203.0.113.9/32 dev lo 2>&1;
      node -e "require('net').createServer().on('error', (e) => console.log(e.code)).listen(81)";
      node -e "require('net').createServer().on('error', (e) => console.log(e.code)).listen(3128, '127.0.0.1')"`;
    const { output } = await runInside(holderPid, ['sh', '-c', script]);
    expect(output).toContain('EACCES');
    expect(output).toContain('EADDRINUSE');
    expect(output.match(/not permitted/g)?.length ?? 0).toBe(2);
  });

  test('N33 our own endpoint is reached at its port, and only that', async () => {
    const mcpPort = await serverOn((_request, response) => response.end('the endpoint'));
    const { networks, closed } = sandboxNetworks({ mcpPort });
    const { holderPid } = await networks.launch(session);
    const reached = await runInside(holderPid, [...curl, `http://127.0.0.1:${mcpPort}/mcp`]);
    expect(reached.output).toBe('the endpoint');
    for (const path of ['', 'hub', 'mcp/../keys', 'MCP', 'mcp%2f..']) {
      const url = `http://127.0.0.1:${mcpPort}/${path}`;
      const { output } = await runInside(holderPid, [...curl, '--path-as-is', url]);
      expect([path, output]).toEqual([path, '']);
    }
    expect(closed).toEqual([]);
  });

  test('N33 a session without the forward does not reach our endpoint, beside one that has it', async () => {
    const mcpPort = await serverOn((_request, response) => response.end('the endpoint'));
    const other = 'session-2' as SessionId;
    const { networks, refusedHosts } = sandboxNetworks({
      mcpPort,
      hasForward: (sessionId) => sessionId === session,
      // As the gate does with our own ports.
      allow: () => false,
    });
    const [one, two] = [await networks.launch(session), await networks.launch(other)];
    const url = `http://127.0.0.1:${mcpPort}/mcp`;
    expect((await runInside(one.holderPid, [...curl, url])).output).toBe('the endpoint');
    const direct = await runInside(two.holderPid, [...curl, '-m', '3', url]);
    expect(direct.code).not.toBe(0);
    expect(direct.output).not.toContain('the endpoint');
    const proxied = ['--noproxy', '', '-x', 'http://127.0.0.1:3128', '-m', '3'];
    const byProxy = await runInside(two.holderPid, [...curl, ...proxied, url]);
    expect(byProxy.output).not.toContain('the endpoint');
    expect(refusedHosts).toEqual([`127.0.0.1:${mcpPort}`]);
  });

  test('N34 each session has its own namespace, and every connection says which it was', async () => {
    const port = await serverOn((_request, response) => response.end('ok'));
    const seen: string[] = [];
    const { networks } = sandboxNetworks({
      allow: ({ sessionId, host }) => {
        seen.push(`${sessionId} ${host}`);
        return true;
      },
    });
    const other = 'session-2' as SessionId;
    const [one, two] = await Promise.all([networks.launch(session), networks.launch(other)]);
    expect(one.holderPid).not.toBe(two.holderPid);
    const server = `require('http').createServer((q, a) => a.end('mine')).listen(5173, () => console.log('up'))`;
    const { child } = startInside(one.holderPid, ['node', '-e', server]);
    await once(child.stdout, 'data');
    const own = await runInside(one.holderPid, [...curl, 'http://127.0.0.1:5173/']);
    expect(own.output).toBe('mine');
    expect((await runInside(two.holderPid, [...curl, 'http://127.0.0.1:5173/'])).code).toBe(7);
    await runInside(two.holderPid, [...curl, `http://b.example:${port}/`], proxyEnvironment);
    await runInside(one.holderPid, [...curl, `http://a.example:${port}/`], proxyEnvironment);
    expect(seen).toEqual(['session-2 b.example', 'session-1 a.example']);
  });

  test('N35 a dev server is reached through a forward, which closes with the session', async () => {
    const { networks } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const server = `require('http').createServer((q, a) => a.end('dev server')).listen(5173, () => console.log('up'))`;
    const { child } = startInside(holderPid, ['node', '-e', server]);
    await once(child.stdout, 'data');
    expect(await networks.ports(session)).toEqual([5173]);
    const { url } = await networks.forward(session, 5173);
    for (let count = 0; count < 3; count += 1) expect(await textOf(url)).toBe('dev server');
    expect(networks.forwardsOf(session)).toEqual([{ port: 5173, url }]);
    await expect(networks.forward(session, 3128)).rejects.toThrow('cannot be forwarded');
    await networks.stop(session);
    expect(networks.forwardsOf(session)).toEqual([]);
    await expect(textOf(url)).rejects.toThrow('ECONNREFUSED');
  });

  test('N36 the holder ends with its session, and nothing of it is left', async () => {
    const { networks } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const program = startInside(holderPid, ['sleep', '60']);
    expect(isAlive(holderPid)).toBe(true);
    await networks.stop(session);
    await expect.poll(() => isAlive(holderPid)).toBe(false);
    program.child.kill('SIGKILL');
    const again = await networks.launch(session);
    expect(again.holderPid).not.toBe(holderPid);
  });

  test('N36 a holder that was killed is noticed, and the next program gets a new one', async () => {
    const { networks } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    process.kill(holderPid, 'SIGKILL');
    await expect.poll(() => networks.isStarted(session)).toBe(false);
    const again = await networks.launch(session);
    expect(isAlive(again.holderPid)).toBe(true);
  });

  test('N37 the end of a session cuts its connections', async () => {
    const port = await serverOn((_request, response) => void response.write('begin'));
    const { networks, closed } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const argv = [...curl, '-N', `http://a.example:${port}/`];
    const { child, closed: ended } = startInside(holderPid, argv, proxyEnvironment);
    await once(child.stdout, 'data');
    await networks.stop(session);
    const [code] = (await ended) as [number];
    expect(code).not.toBe(0);
    await expect.poll(() => closed).toHaveLength(1);
    expect(closed[0]?.received).toBeGreaterThan(0);
  });

  test('a program that gives up while the user is asked is noticed', async () => {
    const { networks, gaveUp } = sandboxNetworks({ allow: () => new Promise(() => undefined) });
    const { holderPid } = await networks.launch(session);
    const argv = ['curl', '-sS', '-m', '2', 'https://slow.example/'];
    expect((await runInside(holderPid, argv, proxyEnvironment)).code).toBe(28);
    await expect.poll(() => gaveUp).toEqual(['slow.example:443']);
  });

  test('npm installs from a registry through the proxy', async () => {
    const tarball = packageTarball();
    const port = await serverOn((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(tarball);
      const dist = { tarball: `http://registry.example:${port}/tiny/-/tiny-1.0.0.tgz` };
      const version = { name: 'tiny', version: '1.0.0', dist };
      const body = {
        name: 'tiny',
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': version },
      };
      return response.end(JSON.stringify(body));
    });
    const { networks, closed } = sandboxNetworks();
    const { holderPid } = await networks.launch(session);
    const registry = `--registry=http://registry.example:${port}/`;
    const install = `npm install tiny ${registry} --no-audit --no-fund --no-update-notifier && node -p "require('tiny')"`;
    const { output, code } = await runInside(holderPid, ['sh', '-c', install], proxyEnvironment);
    expect([code, output]).toEqual([0, expect.stringContaining('tiny works')]);
    expect(closed.every(({ host }) => host === 'registry.example')).toBe(true);
    expect(closed.length).toBeGreaterThan(0);
  }, 60_000);
});

async function textOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

/** One package as npm expects it: a gzipped tar with two files. */
function packageTarball(): Buffer {
  const files = [
    ['package/package.json', '{"name":"tiny","version":"1.0.0","main":"index.js"}'],
    ['package/index.js', "module.exports = 'tiny works';"],
  ] as const;
  const blocks = files.flatMap(([name, text]) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write('0000000\0', 108);
    head.write('0000000\0', 116);
    head.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0', 136);
    head.write('        ', 148);
    head.write('0', 156);
    head.write('ustar\u000000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
