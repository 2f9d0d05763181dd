/**
 * A program named `codex` that answers `hooks/list` of its app-server as the real one was seen to:
 * the hash depends on the hook alone, the key on the file and the position.
 */
import fs from 'node:fs';
import path from 'node:path';
import { scratch } from './scratch.ts';

const script = String.raw`#!/usr/bin/env node
const fs = require('fs'), path = require('path'), crypto = require('crypto');
const home = process.env.CODEX_HOME;
const read = (name) => { try { return fs.readFileSync(path.join(home, name), 'utf8'); } catch { return ''; } };
const snake = (name) => name.replace(/(?<!^)[A-Z]/g, (letter) => '_' + letter).toLowerCase();
function hooks() {
  const file = path.join(home, 'hooks.json');
  const { hooks = {} } = JSON.parse(read('hooks.json') || '{}');
  const config = read('config.toml');
  return Object.entries(hooks).flatMap(([event, groups]) => groups.flatMap((group, at) =>
    group.hooks.map((hook, index) => {
      const key = [file, snake(event), at, index].join(':');
      const hash = 'sha256:' + crypto.createHash('sha256').update(JSON.stringify([event, group.matcher, hook])).digest('hex');
      const table = config.split('[hooks.state.' + JSON.stringify(key) + ']')[1]?.split('\n[')[0] ?? '';
      const trusted = /trusted_hash = "(.*)"/.exec(table)?.[1];
      const trustStatus = trusted === undefined ? 'untrusted' : trusted === hash ? 'trusted' : 'modified';
      return { key, eventName: event[0].toLowerCase() + event.slice(1), sourcePath: file, command: hook.command,
        enabled: !/enabled = false/.test(table), currentHash: hash, trustStatus };
    })));
}
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') console.log(JSON.stringify({ id, result: {} }));
  if (method === 'hooks/list') console.log(JSON.stringify({ id, result: { data: [{ cwd: '/', hooks: hooks() }] } }));
}).on('close', () => process.exit(0));
`;

/** The folder to put on the PATH. */
export function codexProgram(): string {
  const folder = scratch();
  // Else the nearest package.json says what kind of module it is.
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }');
  fs.writeFileSync(path.join(folder, 'codex'), script, { mode: 0o755 });
  return folder;
}
