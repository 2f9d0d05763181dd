/**
 * Which options a kept "npm test in harbour" may have. Programs that start a project's code have many that name
 * other code, each in several spellings, so these are the ones that do not; what is not listed is asked about.
 * Behind `--`, and where a program passes everything on, the words are for the project's code.
 */

/** Their further words are further targets. */
export const takesTargets = new RegExp(
  `^(?:${`make gmake just ninja task mvnw? gradlew? ant sbt phing scons rake gulp grunt jake mage redo doit poe
  invoke inv nox tox turbo nx lage moon rush wireit act tilt npm-run-all run-s run-p`
    .split(/\s+/)
    .join('|')})$`,
);

const only = (...forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 's');
const long = (names: string, value = ''): string =>
  `--(?:${names.trim().split(/\s+/).join('|')})${value}`;

const managers = only(
  '-[sqdyw]',
  '-ws',
  long(`silent quiet if-present workspaces include-workspace-root ignore-scripts no-audit no-fund
    no-progress foreground-scripts offline prefer-offline yes no`),
  long('workspace', '(?:=.*)?'),
);

/** By program, and for some by its first word. The first that fits counts. */
const tables: readonly (readonly [programs: RegExp, first: RegExp | null, options: RegExp])[] = [
  [/^npm$/, null, managers],
  [
    /^bun$/,
    /^test$/,
    only(
      '-[tu]',
      '--(?:test-name-pattern|timeout|bail|rerun-each|coverage-reporter)(?:=.*)?',
      long('coverage only todo watch update-snapshots'),
    ),
  ],
  [
    /^node$/,
    /^--test$/,
    only(
      `--test-(?:name-pattern|skip-pattern|concurrency|timeout|shard)(?:=.*)?`,
      '--test-reporter=(?:spec|tap|dot|junit|lcov)',
      '--experimental-(?:strip-types|test-coverage|test-module-mocks)',
      long('test test-only test-force-exit watch no-warnings enable-source-maps expose-gc'),
    ),
  ],
  [
    /^(?:make|gmake|ninja)$/,
    null,
    only(
      '-[jkBnsqwivd]+',
      '-j[0-9]+',
      '--jobs(?:=[0-9]+)?',
      long('keep-going silent quiet always-make'),
    ),
  ],
  [/^(?:just|task)$/, null, only('-[nqsv]', long('dry-run verbose quiet silent'))],
  [
    /^mvnw?$/,
    null,
    only(
      '-[qoeXBUN]',
      '-am',
      '-T[0-9.]+C?',
      '-DskipTests',
      '-ntp',
      long('quiet offline batch-mode errors'),
    ),
  ],
  [
    /^gradlew?$/,
    null,
    only(
      '-[qisda]',
      long('quiet info stacktrace offline no-daemon parallel continue rerun-tasks tests'),
    ),
  ],
  [
    /^cargo$/,
    null,
    only(
      '-[qvrpjF]+',
      '-j[0-9]+',
      '--(?:package|features|bin|lib|test|example|jobs|profile|message-format)(?:=.*)?',
      long(`all all-targets all-features no-default-features workspace release quiet verbose locked
        offline no-run no-fail-fast doc bins tests examples benches keep-going`),
    ),
  ],
  [
    /^go$/,
    null,
    only(
      '--?(?:run|bench|benchtime|count|timeout|parallel|cpu|skip|shuffle|tags|covermode|p)(?:=.*)?',
      '--?(?:v|x|n|a|race|msan|short|failfast|cover|json|benchmem|trimpath)(?:=(?:true|false))?',
    ),
  ],
  [
    /^dotnet$/,
    null,
    only(
      '-[cfv]',
      '--(?:configuration|framework|verbosity|filter)(?:=.*)?',
      long('no-build no-restore nologo list-tests'),
    ),
  ],
  [
    /^deno$/,
    null,
    only(
      '-[qR]',
      '--(?:filter|seed|shuffle|parallel|fail-fast)(?:=.*)?',
      long('quiet check no-check watch doc'),
    ),
  ],
  [
    /^(?:bazel|bazelisk)$/,
    null,
    only(
      '-[ck]',
      '--test_(?:output|filter|arg|timeout)=.*',
      '--(?:jobs|compilation_mode)=.*',
      '--keep_going',
    ),
  ],
  [
    /^(?:swift|zig|dart|flutter|mix|lein|stack|cabal)$/,
    null,
    only('-[vqc]', '--(?:filter|name|trace|seed)(?:=.*)?', long('verbose quiet parallel release')),
  ],
  [/^composer$/, null, only('-[qv]', long('silent quiet verbose trace'))],
  [takesTargets, null, only('-[qv]', long('silent quiet verbose trace'))],
  // These pass on what follows a script, but for a few options of their own.
  [
    /^pnpm$/,
    null,
    /^(?!-+(?:c(?:$|[^i])|C|p|g|pr|di|cw|pa|re(?:g|q)|glo|loc|sc|sh|use|node-|ig|@))/i,
  ],
  [/^yarn$/, null, /^(?!-+(?:C$|p$|c$|g$|pr|cw|into|pa|pre|reg|glo|loc|use|@))/],
];

/** Whether none of these words makes the program run something else than its first words say. */
export function keepsItsCode(name: string, first: string, given: readonly string[]): boolean {
  // What follows a script belongs to the script.
  if (name === 'node' && first !== '--test') return true;
  if (takesTargets.test(name) && given.some((word) => !word.startsWith('-'))) return false;
  const [, , options] =
    tables.find(([programs, word]) => programs.test(name) && (word === null || word.test(first))) ??
    [];
  if (!options) return true;
  return [first, ...given].every((word) => !word.startsWith('-') || options.test(word));
}
