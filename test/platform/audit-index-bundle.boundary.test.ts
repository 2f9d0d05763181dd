/** The thread as it is shipped: bundled beside main.js, without type stripping and without the sources. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { parts } from '../../config/vite.mjs';
import type * as Bundled from '../../src/main/platform/ledger-index/ledger-index.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { scratch } from '../fakes/scratch.ts';
import { FixtureLedger, answerOf, whenPhase } from './audit-index-fixture.ts';

const source = path.join(
  import.meta.dirname,
  '../../src/main/platform/ledger-index/ledger-index.ts',
);
const workerFile = 'audit-index-worker.js';

/** The parts of the real build, with another place to go. */
function redirected(part: InlineConfig, outDir: string, input?: string): InlineConfig {
  const rolldownOptions = { ...part.build?.rolldownOptions, ...(input ? { input } : {}) };
  return { ...part, build: { ...part.build, outDir, sourcemap: false, rolldownOptions } };
}

function partNamed(file: string): InlineConfig {
  const found = parts.find((part) => {
    const output = part.build?.rolldownOptions?.output;
    return output && !Array.isArray(output) && output.entryFileNames === file;
  });
  if (!found) throw new Error(`no part makes ${file}`);
  return found;
}

test('the bundled thread keeps an index', async () => {
  const outDir = scratch();
  await build(redirected({ ...partNamed('main.js'), plugins: [] }, outDir, source));
  await build(redirected(partNamed(workerFile), outDir));
  fs.writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}');
  expect(fs.readdirSync(outDir).toSorted()).toEqual([workerFile, 'main.js', 'package.json']);
  expect(fs.readFileSync(path.join(outDir, workerFile), 'utf8')).not.toContain('ZodError');

  const bundle = (await import(
    /* @vite-ignore */ pathToFileURL(path.join(outDir, 'main.js')).href
  )) as typeof Bundled;
  const ledger = new FixtureLedger(scratch());
  ledger.call({ args: { path: '/w/bundled.ts' } });
  const errors: string[] = [];
  const index = new bundle.AuditIndex({
    dataDir: ledger.dataDir,
    clock: systemClock,
    onError: (text) => errors.push(text),
  });
  onTestFinished(() => index.dispose());
  index.start();
  await whenPhase(index, 'ready');
  expect(await answerOf(index.query({ q: 'bundled' }))).toMatchObject({ total: 1, complete: true });
  expect(errors).toEqual([]);
});
