// Runs on Electron's Node: checkpoints of a big folder; with `unchanged`, only while nothing changes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';
import { bigRepository } from './big-repository.mjs';
import { cpuMs } from './cpu-time.mjs';

const [, , cache = '', wanted = '', only = ''] = process.argv;
const files = Number(wanted);
const rounds = 15;
const changedRounds = only === 'unchanged' ? 0 : 5;
const source = bigRepository(path.join(cache, `bench-repository-${files}`), files);
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
const never = new AbortController().signal;

/** @type {Record<string, { ms: number[], cpu: number[] }>} */
const times = {};

/** @template Value @param {string} name @param {() => Promise<Value>} work */
async function timed(name, work) {
  const [began, cpu] = [performance.now(), cpuMs()];
  const value = await work();
  if (isError(value)) throw new Error(value.message);
  const own = (times[name] ??= { ms: [], cpu: [] });
  own.ms.push(performance.now() - began);
  own.cpu.push(cpuMs() - cpu);
  return value;
}

try {
  const folder = only === 'unchanged' ? fs.realpathSync(source) : path.join(scratch, 'work');
  if (folder !== fs.realpathSync(source)) fs.cpSync(source, folder, { recursive: true });
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  const root = { path: folder, device: String(dev), inode: String(ino) };
  const store = new FolderCheckpointStore(path.join(scratch, 'data'));
  const take = () => store.take(root, 's1');
  await timed('first checkpoint', take);
  // Git looks again at files that changed while it wrote its index.
  await take();
  for (let at = 0; at < rounds; at += 1) await timed('nothing changed', take);
  const names = fs
    .readdirSync(path.join(folder, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'));
  for (let at = 0; at < changedRounds; at += 1) {
    const before = await take();
    for (let nth = 0; nth < 100; nth += 1) {
      const name = names[(nth * 499 + at) % names.length] ?? '';
      fs.appendFileSync(path.join(folder, 'packages', name), `// ${at}\n`);
    }
    const after = await timed('100 files changed', take);
    if (isError(before) || isError(after)) throw new Error('no checkpoint');
    await timed('what 100 files changed, with digests', async () => {
      const changes = await store.of(root).changes(before.id, after.id, never);
      if (isError(changes)) return changes;
      if (changes.length !== 100) throw new Error(`${changes.length} changes`);
      return store.of(root).digestsOf(changes, 1e9, never);
    });
  }
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}
console.log(JSON.stringify(times));
