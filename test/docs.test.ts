import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const repo = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(repo, file), 'utf8');

/** Every document of the repository, from its root. */
const documents = [
  ...fs.readdirSync(repo).filter((name) => name.endsWith('.md')),
  ...fs
    .readdirSync(path.join(repo, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(path.sep).join('/')}`),
];

/** Created by a command, so they are not in a fresh clone. */
const GENERATED = /^(?:dist|release|resources\/tools|\.cache)(?:\/|$)/;
/** A path from the root of the repository: `src/a/b.ts`, `config/layers.mjs`, `docs`. */
const OWN_PATH =
  /^(?:src|test|config|scripts|docs|bench|faults|dev|extensions|bin|resources)(?:\/[\w.*-]+)*\/?$/;

function testNames(): string {
  return fs
    .readdirSync(path.join(repo, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|e2e)\.ts$/.test(name))
    .map((name) => fs.readFileSync(path.join(repo, 'test', name), 'utf8'))
    .join('\n');
}

/** Text in backticks, and the lines of code blocks. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '');
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return [...inline, ...blocks.flatMap((block) => block.split('\n'))];
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));

const exists = (file: string): boolean =>
  file.includes('*')
    ? fs.globSync(file, { cwd: repo }).length > 0
    : fs.existsSync(path.join(repo, file));

it('every promise in docs/SECURITY.md has a test named after it', () => {
  const promises = read('docs/SECURITY.md');
  const ids = [...promises.matchAll(/^\| ([A-NW]\d+) \|/gm)].map((match) => match[1] ?? '');
  expect(ids.length).toBeGreaterThan(40);
  const names = testNames();
  const missing = ids.filter(
    (id) => !new RegExp(String.raw`\(\s*['"\x60](?:[A-NW]\d+ )*${id} `).test(names),
  );
  expect(missing).toEqual([]);
});

it('every link in a document leads to a file', () => {
  const broken = documents.flatMap((file) =>
    linksIn(read(file))
      .filter((target) => !fs.existsSync(path.resolve(repo, path.dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('every file and folder that a document names exists', () => {
  const missing = documents.flatMap((file) =>
    codeIn(read(file))
      .flatMap((code) => code.split(/\s+/))
      .filter((word) => OWN_PATH.test(word) && !GENERATED.test(word) && !exists(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(missing).toEqual([]);
});

/** A file's name, or the end of its path. Text that is read as code by mistake does no harm. */
const FILE_NAME = /(?<![\w/.@*-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|[cm]js|md)\b/g;
/** An example of a name, such as `src/a.ts` or `bench/NAME.bench.mjs`. */
const EXAMPLE = /(?:^|\/)(?:[a-z]|NAME)\.[a-z.]+$/;

it('every file that a comment names exists', () => {
  const folders = ['src', 'extensions', 'config', 'scripts', 'bench', 'faults', 'dev', 'test'];
  const files = [...documents, ...folders.flatMap((folder) => filesIn(folder))];
  const isThere = (name: string): boolean =>
    files.some((file) => `/${file}`.endsWith(`/${name.replace(/^(?:\.\.?\/)+/, '')}`));
  const code = files.filter((file) => /\.(?:tsx?|[cm]js)$/.test(file) && !file.startsWith('test/'));
  expect(code.length).toBeGreaterThan(500);
  const missing = code.flatMap((file) =>
    commentsIn(read(file))
      .flatMap((comment) => comment.match(FILE_NAME) ?? [])
      .filter((name) => !EXAMPLE.test(name) && !isThere(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(repo, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`);

/** A `//` inside an address is no comment. */
const commentsIn = (text: string): string[] =>
  text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g) ?? [];

it('every npm script, benchmark and fault run that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/npm run ([\w:-]+)(?:\s+-- (\w[\w-]*))?/g)]
      .filter(([, script = '', name = '']) => !isCommand(scripts, script, name))
      .map(([command]) => `${file}: ${command}`),
  );
  expect(missing).toEqual([]);
});

function isCommand(scripts: Record<string, string>, script: string, name: string): boolean {
  if (!Object.hasOwn(scripts, script)) return false;
  if (name === '') return true;
  if (script === 'bench') return fs.existsSync(path.join(repo, `bench/${name}.bench.mjs`));
  if (script === 'faults') return fs.existsSync(path.join(repo, `faults/${name}.fault.mjs`));
  if (script === 'test:world')
    return fs.existsSync(path.join(repo, `test/world/${name}.world.mjs`));
  return true;
}

it('decisions have their own numbers, a status and a date, and are listed', () => {
  const folder = 'docs/decisions';
  const files = fs.readdirSync(path.join(repo, folder)).filter((name) => name !== 'README.md');
  const list = read(`${folder}/README.md`);
  const numberOf = (name: string): number => Number(/^(\d{4})-/.exec(name)?.[1] ?? 0);
  // Work that goes on side by side takes numbers from ranges, so some stay unused.
  const problems = files.toSorted().flatMap((name, index) => {
    const number = numberOf(name);
    const text = read(`${folder}/${name}`);
    return [
      number > numberOf(files.toSorted()[index - 1] ?? '')
        ? []
        : ['no number, or one that is taken'],
      text.startsWith(`# ${number}. `) ? [] : ['another number in the title'],
      /^- Status: (?:accepted|superseded by \d{4})$/m.test(text) ? [] : ['no status'],
      /^- Date: \d{4}-\d{2}-\d{2}$/m.test(text) ? [] : ['no date'],
      list.includes(`(${name})`) ? [] : ['not in README.md'],
    ].flatMap((problem) => problem.map((what) => `${name}: ${what}`));
  });
  expect(problems).toEqual([]);
});

/** `| S001-7 | requirement | works … | `test/a.test.ts` “its title” |` */
const SEED_ROW = /^\| S(\d{3})-(\d+) \| ([^|]+) \| ([^|]+) \| `([^`]+)` “([^”]+)” \|$/;

it('every requirement in docs/SEEDS.md has a number, a verdict and a test that exists', () => {
  const lines = read('docs/SEEDS.md')
    .split('\n')
    .filter((line) => line.startsWith('| S'));
  const wrong: string[] = [];
  const count = new Map<string, number>();
  for (const line of lines) {
    const [, seed = '', number = '', , verdict = '', file = '', title = ''] =
      SEED_ROW.exec(line) ?? [];
    const next = (count.get(seed) ?? 0) + 1;
    count.set(seed, next);
    const isNumbered = Number(number) === next;
    const hasVerdict = /^(?:works|differs because |not here because )/.test(verdict);
    const hasTest =
      /^test\/.*\.(?:test|e2e)\.ts$|^test\/world\/.*\.mjs$/.test(file) &&
      exists(file) &&
      read(file).includes(title);
    if (!isNumbered || !hasVerdict || !hasTest) wrong.push(line);
  }
  expect(wrong).toEqual([]);
  expect([...count.keys()].toSorted()).toEqual(['000', '001', '002', '003', '004']);
  expect(lines.length).toBeGreaterThan(190);
});

it('every variable of ours that the sources read is in docs/ENVIRONMENT.md', () => {
  const sources = fs
    .readdirSync(path.join(repo, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => fs.readFileSync(path.join(repo, 'src', name), 'utf8'));
  const names = new Set(
    sources.flatMap((text) => [
      ...[...text.matchAll(/['"{ :](GATEHOUSE_[A-Z][A-Z_]*[A-Z])(?=['"}: ])/g)].map(
        ([, name = '']) => name,
      ),
    ]),
  );
  expect(names.size).toBeGreaterThan(8);
  const documented = read('docs/ENVIRONMENT.md');
  expect([...names].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
