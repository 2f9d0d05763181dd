/** JSONC as people write it: comments, trailing commas, tabs, CRLF, a mark at the start, keys twice. */
import type { Chance } from '../chance.ts';

interface Style {
  readonly end: string;
  readonly unit: string;
  readonly isFlat: boolean;
  readonly comments: number;
  readonly trailing: number;
}

const keys = [
  'a',
  'theme',
  'mcp',
  'mcpServers',
  'keymap',
  'ünïcode',
  'with space',
  'x"y',
  'tools',
  '$schema',
];
const words = [
  'dark',
  '',
  '{env:HOME}',
  'a\\b',
  '// no comment',
  'é\u2028',
  '}',
  ',',
  'http://127.0.0.1:1/',
];

export function jsoncText(chance: Chance): string {
  const style: Style = {
    end: chance.pick(['\n', '\n', '\r\n']),
    unit: chance.pick(['  ', '    ', '\t', ' ']),
    isFlat: chance.often(0.15),
    comments: chance.pick([0, 0.1, 0.4]),
    trailing: chance.pick([0, 0.5]),
  };
  if (chance.often(0.03)) return chance.pick(['', ' ', '\n', '\r\n\r\n']);
  const head = chance.often(style.comments) ? `// my settings${style.end}` : '';
  const body = objectText(chance, style, 0, 'mcp');
  const tail = chance.pick([
    '',
    style.end,
    style.end + style.end,
    `${style.end}// end${style.end}`,
  ]);
  return head + body + tail;
}

function objectText(chance: Chance, style: Style, depth: number, likely?: string): string {
  const count = chance.below(depth === 0 ? 6 : 4);
  const names = Array.from({ length: count }, () => chance.pick(keys));
  if (likely && chance.often(0.5)) names.splice(chance.below(names.length + 1), 0, likely);
  const parts = names.map((name) => {
    const isServers = depth === 0 && (name === 'mcp' || name === 'mcpServers');
    const value = isServers ? objectText(chance, style, 1) : valueText(chance, style, depth + 1);
    return `${JSON.stringify(name)}${chance.pick([': ', ':', ' : '])}${value}`;
  });
  return joined(chance, style, depth, parts, '{', '}');
}

function valueText(chance: Chance, style: Style, depth: number): string {
  const kind = chance.below(depth > 3 ? 5 : 7);
  if (kind < 2) return JSON.stringify(chance.pick(words));
  if (kind < 4) return chance.pick(['1', '-0.5e10', 'true', 'false', 'null', '0']);
  if (kind === 4) return chance.pick(['{}', '[]', '{ }', '[ ]']);
  if (kind === 5) return objectText(chance, style, depth);
  const items = Array.from({ length: chance.below(4) }, () => valueText(chance, style, depth + 1));
  return joined(chance, style, depth, items, '[', ']');
}

function joined(
  chance: Chance,
  style: Style,
  depth: number,
  parts: readonly string[],
  open: string,
  close: string,
): string {
  const comment = (): string =>
    chance.often(style.comments) ? chance.pick([' /* c */', ' /* "x": { */']) : '';
  const lineNote = (): string =>
    chance.often(style.comments) ? chance.pick([' // note', ' // , }', ' /* b */']) : '';
  const extra = parts.length > 0 && chance.often(style.trailing) ? ',' : '';
  if (style.isFlat || chance.often(0.15)) {
    const inner = parts.map((part) => part + comment()).join(chance.pick([', ', ',']));
    return `${open}${chance.pick(['', ' '])}${inner}${extra}${close}`;
  }
  const indent = style.unit.repeat(depth + 1);
  const lines = parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    const comma = isLast ? extra : ',';
    return `${indent}${part}${chance.often(0.5) ? comma + lineNote() : comment() + comma}`;
  });
  if (chance.often(style.comments)) lines.push(`${indent}// the rest is off`);
  if (lines.length === 0)
    return open + chance.pick(['', ' ', style.end + style.unit.repeat(depth)]) + close;
  return [open, ...lines, style.unit.repeat(depth) + close].join(style.end);
}
