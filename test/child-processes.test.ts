/**
 * Whatever we start gets its environment, and a Node its options, from the place that starts it.
 * Left out, both come from the process or, polluted, from a prototype.
 */
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { filesUnder, isCode, type SourceFile } from './support/source-files.ts';

const root = join(import.meta.dirname, '..');
const product = ['src', 'extensions']
  .flatMap((folder) => filesUnder(root, folder))
  .filter(({ path }) => isCode(path));

type Node = Readonly<Record<string, unknown>>;

const startsProgram = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync']);
const startsNode = new Set(['Worker', 'fork']);
const startsShell = new Set(['exec', 'execSync']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (isNode(value)) {
    if (typeof value['type'] === 'string') yield value;
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}

/** `spawn(…)`, `pty.spawn(…)`, `promisify(execFile)(…)`; a pattern's `.exec(…)` is none. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee['type'] === 'Identifier') return String(callee['name']);
  if (callee['type'] === 'MemberExpression' && isNode(callee['property'])) {
    const name = String(callee['property']['name']);
    return startsShell.has(name) ? '' : name;
  }
  const [first] = Array.isArray(callee['arguments']) ? (callee['arguments'] as unknown[]) : [];
  return callee['type'] === 'CallExpression' ? calledName(first) : '';
}

function optionNames(call: Node): readonly string[] {
  const given = Array.isArray(call['arguments']) ? (call['arguments'] as unknown[]) : [];
  const options = given.findLast((one) => isNode(one) && one['type'] === 'ObjectExpression');
  if (!isNode(options) || !Array.isArray(options['properties'])) return [];
  return (options['properties'] as Node[]).flatMap(({ key }) =>
    isNode(key) ? [String(key['name'] ?? key['value'])] : [],
  );
}

/** A method that a class declares under that name is no call. */
function wrongStarts(file: SourceFile): readonly string[] {
  const { program } = parseSync(file.path, file.text);
  return [...nodesIn(program)].flatMap((node) => {
    if (node['type'] !== 'NewExpression' && node['type'] !== 'CallExpression') return [];
    const name = calledName(node['callee']);
    if (startsShell.has(name)) return [`${file.path}: ${name} runs a shell`];
    const needs = startsNode.has(name)
      ? ['execArgv', 'env']
      : startsProgram.has(name)
        ? ['env']
        : [];
    const options = optionNames(node);
    const missing = needs.filter((one) => !options.includes(one));
    return missing.map((one) => `${file.path}: ${name} without ${one}`);
  });
}

const inSource = (text: string): readonly string[] => wrongStarts({ path: 'a.ts', text });

it('J20 every thread, utility process and program is started with its own options and environment', () => {
  expect(product.flatMap(wrongStarts)).toEqual([]);
});

it.each([
  ['new Worker(script, { env: {} })', ['a.ts: Worker without execArgv']],
  ['new Worker(script)', ['a.ts: Worker without execArgv', 'a.ts: Worker without env']],
  ['utilityProcess.fork(script, [], { env })', ['a.ts: fork without execArgv']],
  ['spawn(program, args, { cwd })', ['a.ts: spawn without env']],
  ['pty().spawn(program, args, { cwd })', ['a.ts: spawn without env']],
  ['promisify(execFile)(program, args)', ['a.ts: execFile without env']],
  ['execSync("ls")', ['a.ts: execSync runs a shell']],
  ['/a/.exec(text); db.exec(sql)', []],
  ['spawn(program, args, { ...how, env })', []],
])('finds %s', (text, expected) => {
  expect(inSource(text)).toEqual(expected);
});

const entries = product.filter(
  ({ path }) =>
    /^src\/(?:main|workbench|cli)\//.test(path) &&
    /(?:\/|-)(?:entry|gatehouse|worker)\.ts$/.test(path),
);

it('J20 every entry of main, workbench, command line and threads freezes the prototypes first', () => {
  expect(entries.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'src/main/entry.ts',
      'src/workbench/entry.ts',
      'src/cli/gatehouse.ts',
      'src/main/platform/ledger-index/worker.ts',
      'src/main/platform/ledger/verify-worker.ts',
    ]),
  );
  const first = entries.map(({ path, text }) => [path, /^import .*$/m.exec(text)?.[0] ?? '']);
  expect(first.filter(([, line]) => !line?.includes('freeze-prototypes.ts'))).toEqual([]);
});
