import { describe, expect, test } from 'vitest';
import { classifyCommand } from '../../../src/main/core/commands/classify.ts';
import {
  compiledSpec,
  effectsOf,
  type ProgramSpec,
} from '../../../src/main/core/commands/program-spec.ts';
import { families, programs } from '../../../src/main/core/commands/program-table.ts';
import { project } from './look.ts';

const allNames = Object.values(families)
  .flat()
  .flatMap(([names]) => names.split(/\s+/).filter((name) => name !== ''));

function specsIn(spec: ProgramSpec): readonly ProgramSpec[] {
  const below = (spec.subcommands ?? []).flatMap(([, entry]) =>
    typeof entry === 'string' ? [{ effects: entry }] : specsIn(entry),
  );
  return [spec, ...below];
}

describe('the table of programs', () => {
  test('knows many programs, each once', () => {
    const twice = allNames.filter((name, index) => allNames.indexOf(name) !== index);
    expect(twice).toEqual([]);
    expect(programs.size).toBeGreaterThan(1_500);
    console.info(`table: ${programs.size} programs`);
  });

  test('is written in words that can be read', () => {
    for (const spec of [...programs.values()].flatMap(specsIn)) {
      compiledSpec(spec);
      for (const effects of [spec.bare, spec.idle, ...Object.values(spec.instead ?? {})]) {
        if (effects !== undefined) effectsOf(effects);
      }
    }
  });

  test('gives every program an effect, with a sentence', () => {
    for (const name of programs.keys()) {
      const found = classifyCommand([name, 'x'], project);
      expect([name, found.effects.length > 0]).toEqual([name, true]);
      for (const { sentence } of found.findings) expect(sentence.length).toBeGreaterThan(8);
    }
  });

  test('lets no program be quiet about a file outside', () => {
    const known = ['echo', 'true', 'printf', 'test'];
    const quiet = [...programs.keys()].filter((name) => {
      const one = classifyCommand([name, '-x', '/etc/shadow', '/etc/passwd'], project);
      return one.quiet && !known.includes(name);
    });
    // These take words, not files.
    expect(quiet.toSorted()).toMatchInlineSnapshot(`
      [
        ":",
        "arch",
        "basename",
        "bg",
        "break",
        "cal",
        "caller",
        "continue",
        "dirname",
        "dirs",
        "disown",
        "dpkg-query",
        "exit",
        "expr",
        "factor",
        "false",
        "fg",
        "groups",
        "hash",
        "hostid",
        "id",
        "last",
        "lastb",
        "logname",
        "logout",
        "ncal",
        "nproc",
        "printenv",
        "pwd",
        "return",
        "rpmquery",
        "seq",
        "set",
        "setopt",
        "shift",
        "shopt",
        "sleep",
        "ss",
        "suspend",
        "times",
        "tr",
        "tty",
        "ulimit",
        "umask",
        "unalias",
        "unsetopt",
        "uptime",
        "usleep",
        "w",
        "wait",
        "whoami",
        "yes",
      ]
    `);
  });

  test('lets no shell, interpreter or wrapper pass for less', () => {
    const starts = ['sh', 'bash', 'node', 'python3', 'perl', 'env', 'sudo', 'xargs', 'timeout'];
    for (const name of starts) {
      const { rememberable } = classifyCommand([name, '5', 'x'], project);
      expect([name, rememberable]).toEqual([name, false]);
    }
  });
});
