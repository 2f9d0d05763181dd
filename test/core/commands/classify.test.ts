/** The classifier on lines written by hand: each must do exactly what is said of it, and no more. */
import { describe, expect, test } from 'vitest';
import { argvOfLine, classifyCommand } from '../../../src/main/core/commands/classify.ts';
import { parseCommandLine } from '../../../src/main/platform/shell-parser/shell-parser.ts';
import type { Case } from './cases/case.ts';
import { gitCases, outsideWorld } from './cases/git-and-network.ts';
import { moreThanReading } from './cases/more-than-reading.ts';
import { languageCases, textAndFiles } from './cases/programs.ts';
import { f10, f4, f5, f7, f8, f9 } from './cases/security.ts';
import { sessionLines } from './cases/session.ts';
import { f1, f2 } from './cases/shell-lines.ts';
import { inShort, look, project } from './look.ts';

const inOrder = (effects: string): string => effects.split(' ').toSorted().join(' ');

async function expectEach(cases: readonly Case[]): Promise<void> {
  const wrong: string[] = [];
  for (const [line, expected, outside] of cases) {
    const found = await look(line);
    const refused = expected.startsWith('!');
    const effects = inOrder(refused ? expected.slice(1) : expected);
    const quiet = expected === 'reads' && outside === undefined;
    const right =
      inOrder(inShort(found)) === effects &&
      found.refusals.length > 0 === refused &&
      found.quiet === quiet;
    if (!right) wrong.push(`${JSON.stringify(line)}: ${expected}, not ${inShort(found)}`);
  }
  expect(wrong).toEqual([]);
}

describe('promises F of docs/SECURITY.md', () => {
  test('F1 what a shell would make of a line is seen, however it is written', async () => {
    await expectEach(f1);
  });

  test('F1 in argv, shell characters are only characters', () => {
    for (const text of ['; rm b', '&& rm b', '| sh', '`rm b`', '$(rm b)', '\nrm b', '*', '{a,b}']) {
      expect(classifyCommand(['echo', text], project).effects).toEqual(['reads']);
    }
    expect(classifyCommand(['rm', 'a; ls'], project).effects).toEqual(['deletes']);
  });

  test('F1 a line that is one plain command becomes argv', async () => {
    const argvOf = async (line: string) => argvOfLine(await parseCommandLine(line));
    expect(await argvOf('git commit -m "a b" \'c d\' e\\ f')).toEqual([
      ...['git', 'commit', '-m', 'a b', 'c d', 'e f'],
    ]);
    for (const line of ['ls; pwd', 'ls | wc', 'ls $X', 'ls *', 'A=1 ls', 'ls > x', 'ls "', '']) {
      expect(await argvOf(line)).toBeNull();
    }
  });

  test('F2 whatever starts other programs or code is said to, and never remembered', async () => {
    await expectEach(f2);
    for (const [line, effects] of f2.filter((one) => one[1].includes('runs'))) {
      expect([line, effects, (await look(line)).rememberable]).toEqual([line, effects, false]);
    }
  });

  test('F3 too much is refused with a reason, never waved through', async () => {
    const long = [
      classifyCommand(['ls', ...Array.from({ length: 10_000 }, () => 'a')], project),
      classifyCommand(['ls', 'a'.repeat(2 * 1024 * 1024)], project),
      await look(Array.from({ length: 51 }, () => 'ls').join(' && ')),
      await look(`echo ${'('.repeat(200)}`),
      await look(`ls ${'a '.repeat(5_000)}`),
      await look(`ls ${'a'.repeat(70_000)}`),
      await look(`${'$('.repeat(100)}ls${')'.repeat(100)}`),
    ];
    for (const found of long) {
      expect(found.effects).toContain('unknown');
      expect(found.rememberable).toBe(false);
      expect(found.quiet).toBe(false);
    }
    expect(long.filter(({ refusals }) => refusals[0]?.rule === 'too-complex').length).toBe(6);
    expect((await look(Array.from({ length: 50 }, () => 'ls').join(' && '))).quiet).toBe(true);
  });

  test('F4 the folder a command really works in is named', async () => {
    await expectEach(f4);
    const folders = async (line: string) =>
      (await look(line)).directories.map(({ path, inside }) => `${path} ${inside ? 'in' : 'out'}`);
    expect(await folders('git -C ../other status')).toEqual(['/w/app in', '/w/other out']);
    expect(await folders('make -C sub')).toEqual(['/w/app in', '/w/app/sub in']);
    expect(await folders('npm --prefix /etc test')).toEqual(['/w/app in', '/etc out']);
    expect(await folders('tar -C /tmp -xf a')).toEqual(['/w/app in', '/tmp out']);
    expect(await folders('cd ~/x && ls')).toEqual(['/w/app in', '/home/me/x out']);
    expect(classifyCommand(['ls'], { cwd: '/etc', roots: ['/w/app'] }).quiet).toBe(false);
  });

  test('F5 programs that only seem to read', async () => {
    await expectEach(f5);
    await expectEach(moreThanReading);
  });

  test('F7 git gets no options that name a program', async () => {
    await expectEach(f7);
  });

  test('F8 git gets no transports or settings that run a program', async () => {
    await expectEach(f8);
  });

  test('F9 git is judged by the places it would touch', async () => {
    await expectEach(f9);
    const outside = async (line: string) =>
      (await look(line)).paths.filter(({ inside }) => !inside).map(({ path }) => path);
    expect(await outside('git add ../../.kube/config')).toEqual(['/.kube/config']);
    expect(await outside('git init ~/.ssh')).toEqual(['/home/me/.ssh']);
    expect(await outside('git clone u ../x')).toEqual(['/w/x']);
  });

  test('F4 a word that looks like a URL is also a name, because a folder may be called aa:', async () => {
    const outside = async (line: string) =>
      (await look(line)).paths.filter(({ inside }) => !inside).map(({ path }) => path);
    expect(await outside('cat aa://../../.ssh/id_rsa')).toEqual(['/w/.ssh/id_rsa']);
    expect(await outside('rm -rf aa://../../other')).toEqual(['/w/other']);
    expect(await outside('sort -o aa://../../.bashrc x')).toEqual(['/w/.bashrc']);
    expect(await outside('shellcheck aa://../../x')).toEqual(['/w/x']);
    expect(await outside('cat file://aa/../../../x')).toContain('/w/x');
    expect(await outside('xmllint --noout https://x.example/a.xml')).toEqual([]);
  });

  test('F10 variables in front of a command are part of it', async () => {
    await expectEach(f10);
  });
});

describe('common programs', () => {
  test('text and files', async () => {
    await expectEach(textAndFiles);
  });

  test('git', async () => {
    await expectEach(gitCases);
  });

  test('languages and builds', async () => {
    await expectEach(languageCases);
  });

  test('network, containers, machines', async () => {
    await expectEach(outsideWorld);
  });

  test('at least 300 cases stand behind this', () => {
    const all = [f1, f2, f4, f5, f7, f8, f9, f10, textAndFiles, gitCases, languageCases];
    expect([...all, outsideWorld].flat().length).toBeGreaterThan(650);
  });
});

describe('a class', () => {
  test('names the word that caused each effect, with a sentence', async () => {
    const { findings } = await look('ls && find . -name x -exec rm {} ;');
    expect(findings).toContainEqual({
      effect: 'runs-other-code',
      token: { command: 1, index: 4, text: '-exec' },
      sentence: '-exec runs another program for what it finds',
    });
    expect(findings.find(({ effect }) => effect === 'deletes')?.token).toEqual({
      command: 1,
      index: 5,
      text: 'rm',
    });
  });

  test('is rememberable only where nothing irreversible or unseen happens', async () => {
    const kept = ['ls', 'git status', 'mkdir a', 'curl https://x.example', 'git commit -m x'];
    const notKept = ['rm a', 'npm test', 'sudo ls', 'frob', 'sh -c ls', '/usr/bin/ls', 'ls $X'];
    for (const line of kept) {
      expect([line, (await look(line)).rememberable]).toEqual([line, true]);
    }
    for (const line of notKept) {
      const found = await look(line);
      expect([line, found.rememberable]).toEqual([line, false]);
      expect(found.whyNotRememberable).not.toBe('');
    }
  });

  test('says which programs run, and which of them only a path vouches for', async () => {
    const { programs } = await look('git log | ./sort');
    expect(programs.map(({ name, verified }) => [name, verified])).toEqual([
      ['git', true],
      ['sort', false],
    ]);
  });

  test('has a place for each file, with what happens to it', async () => {
    const places = async (line: string) =>
      (await look(line)).paths.map(({ path, access }) => `${access} ${path}`);
    expect(await places('cp a ../b')).toEqual(['read /w/app/a', 'write /w/b']);
    expect(await places('mv a b')).toEqual(['delete /w/app/a', 'write /w/app/b']);
    expect(await places('cat < a > /etc/b')).toEqual(['read /w/app/a', 'write /etc/b']);
    expect(await places('rm -rf src/*.ts')).toEqual(['delete /w/app/src']);
    expect(await places("sed -i 's/a/b/' c")).toEqual(['write /w/app/c']);
    expect(await places('cd sub; cat a')).toEqual(['read /w/app/a', 'read /w/app/sub/a']);
  });

  test('without words, or with a NUL, is refused', () => {
    for (const argv of [[], [''], ['ls', 'a\0b']]) {
      const found = classifyCommand(argv, project);
      expect(found.effects).toEqual(['unknown']);
      expect(found.refusals[0]?.rule).toBe('bad-text');
    }
  });

  test('works for a project on Windows', () => {
    const context = { cwd: 'C:\\w\\app', roots: ['C:\\w\\app'] };
    expect(classifyCommand(['git.exe', 'status'], context).quiet).toBe(true);
    expect(classifyCommand(['type', 'a'], context).quiet).toBe(true);
    expect(classifyCommand(['findstr', 'x', 'C:\\Users\\me\\x'], context).quiet).toBe(false);
    expect(classifyCommand(['cat', '..\\x'], context).quiet).toBe(false);
    expect(classifyCommand(['cmd', '/c', 'dir'], context).effects).toEqual(['runs-other-code']);
  });
});

test('goal 12: most of what agents type in a day is classified', async () => {
  let known = 0;
  let quiet = 0;
  for (const line of sessionLines) {
    const found = await look(line);
    if (!found.effects.includes('unknown')) known += 1;
    if (found.quiet) quiet += 1;
  }
  const share = known / sessionLines.length;
  console.info(
    `coding session: ${known} of ${sessionLines.length} lines classified ` +
      `(${(share * 100).toFixed(1)} %), ${quiet} of them only look inside the project`,
  );
  expect(sessionLines.length).toBeGreaterThanOrEqual(150);
  expect(share).toBeGreaterThanOrEqual(0.8);
});
