/** TOML as people write it: comments, dotted keys, tables of tables, strings over several lines. */
import type { Chance } from '../chance.ts';

const values = [
  '"text"',
  "'literal \\ text'",
  '"""\n[not.a.table]\nx = 1\n"""',
  "'''\n# no comment\n'''",
  '42',
  '0xff',
  '1_000',
  '3.5e-2',
  'true',
  '1979-05-27T07:32:00Z',
  '[1, 2]',
  '[\n  "a", # first\n  "b",\n]',
  '{ a = 1, b = { c = "d" } }',
  '[]',
  '{}',
];

export function tomlText(chance: Chance): string {
  const end = chance.pick(['\n', '\n', '\r\n']);
  if (chance.often(0.03)) return chance.pick(['', end, `# only words${end}`]);
  const lines = keyLines(chance, 'top', 5);
  const tables = Array.from({ length: chance.below(5) }, (_, at) => at);
  for (const at of tables) {
    if (chance.often(0.6)) lines.push('');
    const name = chance.pick([
      `t${at}`,
      `t${at}.inner`,
      `"quoted ${at}"`,
      `mcp_servers.s${at}`,
      `mcp_servers.s${at}.env`,
      `features${at}`,
    ]);
    lines.push(
      chance.often(0.15) ? `[[list${at}]]` : `[${name}]${note(chance)}`,
      ...keyLines(chance, 'k', 4),
    );
  }
  if (chance.often(0.2)) lines.push('', '# the end');
  return lines.join('\n').replaceAll('\n', end) + chance.pick(['', end, end + end]);
}

function keyLines(chance: Chance, stem: string, max: number): string[] {
  return Array.from({ length: chance.below(max + 1) }, (_, at) => {
    const key = chance.pick([`${stem}${at}`, `"${stem} ${at}"`, `${stem}${at}.deep`]);
    return `${chance.often(0.1) ? '  ' : ''}${key}${chance.pick([' = ', '='])}${chance.pick(values)}${note(chance)}`;
  });
}

const note = (chance: Chance): string =>
  chance.often(0.2) ? chance.pick([' # note', ' # [x] = "']) : '';
