/** YAML as people write it: comments, lists at either depth, text over several lines, flow and block. */
import type { Chance } from '../chance.ts';

const scalars = [
  '1',
  'true',
  'plain words',
  '"quoted: # no"',
  "'single ''quoted'''",
  '~',
  '2024-01-01',
  'null',
  '|\n  several\n  lines',
  '>-\n  folded\n  words',
  '{a: 1, b: [x, y]}',
  '[1, 2]',
  '{}',
  '[]',
];

export function yamlText(chance: Chance, likely: readonly string[]): string {
  const end = chance.pick(['\n', '\n', '\r\n']);
  if (chance.often(0.03)) return chance.pick(['', end, `# only words${end}`]);
  const step = chance.pick([2, 2, 4]);
  const names = Array.from({ length: 1 + chance.below(5) }, (_, at) => `key${at}`);
  for (const name of likely)
    if (chance.often(0.6)) names.splice(chance.below(names.length + 1), 0, name);
  const lines = [...(chance.often(0.1) ? ['---'] : [])];
  for (const name of names) {
    if (chance.often(0.15)) lines.push('', `# about ${name}`);
    const isList = name === 'mcpServers' || name === 'exclude';
    lines.push(...(isList ? listLines(chance, name, step) : entryLines(chance, name, 0, step)));
  }
  if (chance.often(0.15)) lines.push('# the end');
  return lines.join('\n').replaceAll('\n', end) + chance.pick(['', end, end, end + end]);
}

function entryLines(chance: Chance, name: string, depth: number, step: number): string[] {
  const pad = ' '.repeat(depth);
  const isMap = name === 'extensions' || (depth < 8 && chance.often(0.3));
  if (!isMap)
    return [`${pad}${name}: ${indented(chance.pick(scalars), depth)}${depth === 0 ? '' : ''}`];
  if (chance.often(0.2))
    return [
      `${pad}${name}: ${chance.pick(['{}', '{one: {two: 3}}', ''])}`.trimEnd() + note(chance),
    ];
  const inner = Array.from({ length: 1 + chance.below(3) }, (_, at) =>
    entryLines(chance, `in${at}`, depth + step, step),
  );
  return [`${pad}${name}:${note(chance)}`, ...inner.flat()];
}

function listLines(chance: Chance, name: string, step: number): string[] {
  if (chance.often(0.25))
    return [`${name}: ${chance.pick(['[]', '[{name: one}]', '["Read(*)"]'])}${note(chance)}`];
  const pad = ' '.repeat(chance.pick([0, step]));
  const items = Array.from({ length: 1 + chance.below(3) }, (_, at) =>
    name === 'exclude'
      ? [`${pad}- Tool${at}${note(chance)}`]
      : [
          `${pad}- name: server${at}`,
          `${pad}  command: run`,
          ...(chance.often(0.3) ? [`${pad}  args:`, `${pad}    - one`] : []),
        ],
  );
  return [`${name}:${note(chance)}`, ...items.flat()];
}

const indented = (text: string, depth: number): string =>
  text.replaceAll('\n', `\n${' '.repeat(depth)}`);
const note = (chance: Chance): string => (chance.often(0.15) ? ' # note' : '');
