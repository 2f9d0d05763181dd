/** The parser against the real grammar, and its words against the real bash. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  parseCommandLine,
  shellBounds,
} from '../../src/main/platform/shell-parser/shell-parser.ts';
import type {
  ShellPart,
  SimpleCommand,
  UnderstoodLine,
} from '../../src/shared/commands/parsed-line.ts';

async function understood(line: string): Promise<UnderstoodLine> {
  const parsed = await parseCommandLine(line);
  if (parsed.kind !== 'line') throw new Error(parsed.sentence);
  return parsed;
}

/** All simple commands, in the order they stand in the line; those inside words first. */
function commandsIn(part: ShellPart): readonly SimpleCommand[] {
  switch (part.kind) {
    case 'command': {
      const targets = part.redirections.map(({ target }) => target);
      const values = part.assignments.map(({ value }) => value);
      const inner = [...part.words, ...targets, ...values].flatMap((word) => word.inner);
      return [...inner.flatMap(commandsIn), part];
    }
    case 'list':
      return part.items.flatMap((item) => commandsIn(item.part));
    case 'pipeline':
      return part.parts.flatMap(commandsIn);
    case 'compound': {
      const inner = part.words.flatMap((word) => word.inner);
      return [...inner, ...part.parts].flatMap(commandsIn);
    }
    case 'unparsed':
      return [];
  }
}

const texts = async (line: string): Promise<readonly string[][]> => {
  const { body } = await understood(line);
  return commandsIn(body).map(({ words }) => words.map(({ text }) => text));
};

describe('a shell line', () => {
  test('is taken apart into its commands', async () => {
    expect(await texts('ls -la && git log | head -3; echo "a b" &')).toEqual([
      ['ls', '-la'],
      ['git', 'log'],
      ['head', '-3'],
      ['echo', 'a b'],
    ]);
    expect(await texts('if [ -f a ]; then ls; else pwd; fi')).toEqual([['ls'], ['pwd']]);
    expect(await texts('for f in $(ls a); do cat "$f"; done')).toEqual([
      ['ls', 'a'],
      ['cat', '"$f"'],
    ]);
    expect(await texts('f() { rm a; }; (cd b && f) > c')).toEqual([
      ['rm', 'a'],
      ['cd', 'b'],
      ['f'],
    ]);
    expect(await texts('case $x in a) ls;; *) pwd;; esac')).toEqual([['ls'], ['pwd']]);
    expect(await texts('A=$(id) B=2 cat <(ls) <<< "$(pwd)"')).toEqual([
      ...[['ls'], ['pwd'], ['id']],
      ['cat', '<(ls)'],
    ]);
  });

  test('knows how its parts are joined', async () => {
    const joins = (part: ShellPart): unknown =>
      part.kind === 'list' && part.items.map((item) => [item.join, joins(item.part)]);
    expect(joins((await understood('a && b || c; d & e')).body)).toEqual([
      [
        ';',
        [
          ['&&', false],
          ['||', false],
          ['none', false],
        ],
      ],
      ['&', false],
      ['none', false],
    ]);
  });

  test('has words that are literal, and words that are only known later', async () => {
    const { body } = await understood(
      `x 'a b' "c d" e\\ f $'g\\n' h"i"'j' k=l -x $v "$v" pre$v "pre$v" $(id) *.ts src/*.ts {a,b} ~/z <(ls)`,
    );
    const words = body.kind === 'command' ? body.words : [];
    const seen = words.map(({ text, literal, prefix, hazards }) =>
      literal ? text : `${text} [${prefix}] ${hazards.join('+')}`,
    );
    expect(seen).toEqual([
      ...['x', 'a b', 'c d', 'e f', 'g\n', 'hij', 'k=l', '-x'],
      '$v [] variable',
      '"$v" [] variable',
      'pre$v [] variable',
      '"pre$v" [pre] variable',
      '$(id) [] substitution',
      '*.ts [] glob',
      'src/*.ts [src/] glob',
      '{a,b} [] brace',
      '~/z [] tilde',
      '<(ls) [] process',
    ]);
  });

  test('finds where output goes and input comes from', async () => {
    const { body } = await understood('cat < a > b 2>> c 2>&1 &> d');
    const found = body.kind === 'command' ? body.redirections : [];
    expect(found.map(({ mode, target }) => `${mode} ${target.text}`)).toEqual([
      ...['read a', 'write b', 'append c', 'duplicate 1', 'write d'],
    ]);
    const text = await understood("cat <<'E' > f\n$(x)\nE");
    const command = text.body.kind === 'command' ? text.body : null;
    expect(command?.redirections.map(({ mode }) => mode)).toEqual(['here-document', 'write']);
  });

  test('is marked where it was not understood', async () => {
    const broken = ['ls "', 'ls )', 'if true; then', 'ls &&', '', '# only this', 'ls\r', 'a\\\nb'];
    const strange = ['ls\u00a0a', 'ls \u202ea', 'cat <<E\n`id`\nE', 'coproc x { ls; }', '${x@P}'];
    for (const line of [...broken, ...strange]) {
      expect([line, (await understood(line)).error]).toEqual([line, true]);
    }
    for (const line of ['ls', 'python3 - <<E\n1\nE', 'ls \\\n  -la', 'ls # why', 'a=1']) {
      expect([line, (await understood(line)).error]).toEqual([line, false]);
    }
  });
});

describe('F3 a line beyond bounds', () => {
  const limitOf = async (line: string): Promise<string> => {
    const parsed = await parseCommandLine(line);
    return parsed.kind === 'too-complex' ? parsed.limit : 'none';
  };

  test('is not read at all, which is reported', async () => {
    expect(await limitOf('a'.repeat(shellBounds.bytes + 1))).toBe('length');
    expect(await limitOf('é'.repeat(shellBounds.bytes / 2 + 1))).toBe('length');
    expect(await limitOf(Array.from({ length: 51 }, () => 'ls').join('; '))).toBe('commands');
    expect(await limitOf(Array.from({ length: 50 }, () => 'ls').join('; '))).toBe('none');
    expect(await limitOf(`ls ${'a '.repeat(1_001)}`)).toBe('words');
    expect(await limitOf(`${'$('.repeat(60)}ls${')'.repeat(60)}`)).toBe('depth');
    expect(await limitOf(`echo "${'$(echo '.repeat(60)}${')'.repeat(60)}"`)).toBe('depth');
  });

  test('ends in time, whatever it holds', async () => {
    const fill = (text: string): string => text.repeat(Math.floor(60_000 / text.length));
    const heavy = [
      '(',
      '{ ',
      '$(',
      '`',
      '"',
      "'",
      '<<A ',
      '[[ ',
      '((',
      'a && ',
      '| ',
      '\\',
      '${x:-',
    ];
    for (const text of heavy) {
      const started = performance.now();
      await parseCommandLine(fill(text));
      expect([text, performance.now() - started < 2_000]).toEqual([text, true]);
    }
    expect((await understood('ls')).error).toBe(false);
  }, 30_000);
});

describe('words', () => {
  /** Letters and marks that can make words, but no commands. */
  const alphabet = [
    'a',
    'b',
    ' ',
    ' ',
    "'",
    '"',
    '\\',
    '-',
    '=',
    '#',
    ',',
    ':',
    '/',
    '.',
    '%',
    "$'",
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const randomLine = (): string =>
    Array.from({ length: 1 + random(14) }, () => alphabet[random(alphabet.length)] ?? '').join('');

  test('are those that the real bash would pass on', async () => {
    const lines = Array.from({ length: 600 }, randomLine);
    const script =
      'f() { for w in "$@"; do printf "%s\\002" "$w"; done; }; ' +
      'for l in "$@"; do eval "f $l" 2>/dev/null; printf "\\001"; done';
    const output = execFileSync('bash', ['--norc', '-c', script, '_', ...lines], {
      encoding: 'utf8',
    });
    const real = output.split('\u0001').map((part) => part.split('\u0002').slice(0, -1));
    let compared = 0;
    for (const [index, line] of lines.entries()) {
      const parsed = await parseCommandLine(`f ${line}`);
      if (parsed.kind !== 'line' || parsed.error || parsed.body.kind !== 'command') continue;
      const { words } = parsed.body;
      if (!words.every((word) => word.literal)) continue;
      const mine = words.slice(1).map(({ text }) => text);
      expect([line, mine]).toEqual([line, real[index]]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('are found in every command that the real bash would start', async () => {
    const joins = ['; ', ' && ', '\n', ' || f x; ', ';'];
    const word = (): string => randomLine().replaceAll(/['"\\#]/g, '') || 'a';
    const lines = Array.from({ length: 300 }, () =>
      Array.from({ length: 1 + random(4) }, () => `f ${word()}${joins[random(joins.length)] ?? ''}`)
        .join('')
        .replace(/(?: && |; |;|\n| \|\| f x; )$/, ''),
    );
    const script =
      'f() { for w in "$@"; do printf "%s\\002" "$w"; done; printf "\\003"; }; ' +
      'for l in "$@"; do eval "$l" 2>/dev/null; printf "\\001"; done';
    const output = execFileSync('bash', ['--norc', '-c', script, '_', ...lines], {
      encoding: 'utf8',
    });
    let compared = 0;
    for (const [index, started] of output.split('\u0001').entries()) {
      const line = lines[index];
      if (line === undefined) break;
      const { body, error } = await understood(line);
      if (error) continue;
      const mine = commandsIn(body).map(({ words }) => words.slice(1).map(({ text }) => text));
      const real = started.split('\u0003').slice(0, -1);
      // What stands after `||` is not started, because f succeeds.
      const skipped = line.split(' || ').length - 1;
      expect([line, mine.length]).toEqual([line, real.length + skipped]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });
});
