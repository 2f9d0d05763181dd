/**
 * `git`: its subcommands by the table, and what is always refused (SECURITY.md F7, F8): options
 * that name a program, settings given on the command line, transports that run a program.
 */
import type { Collector } from '../collector.ts';
import { gitArgumentError, isCodeSetting, isCodeTransport } from '../git-arguments.ts';
import { isInsideAny, placeOf } from '../path-words.ts';
import type { Reader } from '../tools.ts';
import { restOfWord, type Word } from '../words.ts';

/** Git accepts abbreviated long options; the shortest valid form of each. */
const programOptions: readonly (readonly [least: string, full: string])[] = [
  ['--upload-p', '--upload-pack'],
  ['--receive-p', '--receive-pack'],
  ['--exec', '--exec'],
  ['--exe', '--exec'],
  ['--config-e', '--config-env'],
  ['--outp', '--output'],
  ['--op', '--open-files-in-pager'],
  ['--ext-d', '--ext-diff'],
  ['--extc', '--extcmd'],
];
const notMeant = /^--(?:output-(?:directory|indicator)|exec-path$)/;

export const readGit: Reader = (words, { collector, byTable }, spec) => {
  const [program, ...given] = words;
  if (program === undefined) return;
  const subcommand = subcommandAt(given);
  for (const [index, word] of given.entries()) {
    refuseOption(word, collector);
    refuseSetting(
      word,
      given[index + 1],
      { global: index < subcommand, verb: given[subcommand] },
      collector,
    );
    refuseTransport(word, collector);
  }
  const asksForHelp = given.slice(subcommand).some((word) => word.text === '--help');
  if (asksForHelp && subcommand < given.length) {
    collector.add('runs-other-code', program, 'help of git opens a pager that can run programs');
  }
  if (given[subcommand]?.text === 'checkout')
    noteLostChanges(given.slice(subcommand + 1), collector);
  byTable(spec, program, 'git', given);
};

/** `git checkout -- FILE` and `git checkout .` restore files. */
function noteLostChanges(given: readonly Word[], collector: Collector): void {
  const word = given.find(({ text }) => ['--', '.', './', '-p', '--patch', ':/'].includes(text));
  if (word) collector.add('deletes', word, 'changes that were not committed are thrown away');
}

const takesValue =
  /^(?:-C|-c|--git-dir|--work-tree|--namespace|--super-prefix|--config-env|--attr-source)$/;

/** The index of the subcommand; the number of words if there is none. */
function subcommandAt(given: readonly Word[]): number {
  let at = 0;
  while (at < given.length && given[at]?.text.startsWith('-')) {
    at += takesValue.test(given[at]?.text ?? '') ? 2 : 1;
  }
  return Math.min(at, given.length);
}

function refuseOption(word: Word, collector: Collector): void {
  const name = word.text.split('=')[0] ?? '';
  if (notMeant.test(word.text)) return;
  const found = programOptions.find(
    ([least, full]) => name.startsWith(least) && full.startsWith(name),
  );
  if (!found) return;
  const [, full] = found;
  collector.add('runs-other-code', word, `${full} makes git run a program or write elsewhere`);
  collector.refuse('git-option', word, `git is not run with ${full}`);
}

interface GitContext {
  readonly global: boolean;
  readonly verb: Word | undefined;
}

/** `git -c KEY=VALUE` and `git clone -c KEY=VALUE`. */
function refuseSetting(
  word: Word,
  next: Word | undefined,
  context: GitContext,
  collector: Collector,
): void {
  const isClone = context.verb?.text === 'clone' && /^(?:-c|--config)/.test(word.text);
  const isGlobal = context.global && /^-c./s.test(`${word.text} `) && !word.text.startsWith('--');
  if (
    /protocol\.[a-z]+\.allow/i.test(word.text) &&
    (isClone || isGlobal || !word.text.startsWith('-'))
  ) {
    collector.add('runs-other-code', word, 'it lets git use transports that run programs');
    collector.refuse('git-config', word, 'which transports git may use is not changed by an agent');
  }
  if (!isClone && !isGlobal) return;
  const setting = /^(?:-c|--config)$/.test(word.text)
    ? next
    : restOfWord(word, word.text.startsWith('--') ? 9 : 2);
  const key = setting?.text.split('=')[0] ?? '';
  collector.add(
    'runs-other-code',
    word,
    `${word.text} changes settings of git, some of which run programs`,
  );
  if (isCodeSetting(key))
    collector.refuse('git-config', setting ?? word, `${key} makes git run a program`);
  else collector.refuse('git-option', word, 'git is not run with settings given on the line');
}

function refuseTransport(word: Word, collector: Collector): void {
  const text = word.text.replace(/^--?[a-z-]+=/i, '');
  if (isCodeTransport(text)) {
    collector.add(
      'runs-other-code',
      word,
      `${text.split('::')[0] ?? ''}:: makes git run a program`,
    );
    collector.refuse('git-transport', word, gitArgumentError(text, 'url') ?? 'it runs a program');
    return;
  }
  if (!/^file:\/\//i.test(text)) return;
  const { roots, home, cwd } = collector.context;
  const place = placeOf(text.slice('file://'.length), cwd ?? '/', home);
  if (place !== null && isInsideAny(place, roots)) return;
  collector.refuse('git-transport', word, 'it is a repository outside the granted folders');
}
