/**
 * Counts passed, failed and skipped tests from the output of known runners. Tests control their
 * output, so all parsing is linear in its length.
 */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Takes trimmed lines without escapes, last line first: runners print the summary at the end. */
type CountReader = (lines: readonly string[]) => TestCounts | null;

/** Summary lines are short; longer lines are skipped. */
const maxLineLength = 500;
const maxDigits = 9;

const escapes = new RegExp(String.raw`\u001B\[[0-9;]{0,20}m`, 'g');
const counted = new RegExp(String.raw`(?<!\d)(\d{1,${maxDigits}}) ([a-z]+)`, 'g');
const named = new RegExp(String.raw`([A-Za-z]+(?: run)?): (\d{1,${maxDigits}})(?!\d)`, 'g');

/** "3 passed, 1 failed": the first number before each word. */
function numbersBefore(line: string): (...words: readonly string[]) => number {
  const numbers = new Map<string, number>();
  for (const [, digits = '', word = ''] of line.matchAll(counted))
    if (!numbers.has(word)) numbers.set(word, Number(digits));
  return (...words) => words.reduce((sum, word) => sum + (numbers.get(word) ?? 0), 0);
}

const containsAny = (line: string, words: readonly string[]): boolean => {
  const of = new Set(words);
  return [...line.matchAll(counted)].some(([, , word = '']) => of.has(word));
};

/** "Tests  2 failed | 10 passed | 1 skipped (13)" and "Tests:  1 failed, 4 passed, 5 total". */
const vitestOrJest: CountReader = (lines) => {
  const words = ['passed', 'failed', 'skipped', 'todo'];
  const line = lines.find((item) => /^Tests:?\s/.test(item) && containsAny(item, words));
  if (line === undefined) return null;
  const count = numbersBefore(line);
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped', 'todo') };
};

/** "===== 1 failed, 3 passed, 2 skipped in 0.12s =====" */
const pytest: CountReader = (lines) => {
  const words = ['passed', 'failed', 'error', 'errors', 'skipped'];
  const line = lines.find((item) => / in [\d.]{1,12}s/.test(item) && containsAny(item, words));
  if (line === undefined) return null;
  const count = numbersBefore(line);
  return {
    passed: count('passed'),
    failed: count('failed', 'error', 'errors'),
    skipped: count('skipped'),
  };
};

/** "test result: ok. 5 passed; 0 failed; 1 ignored; …", once for every binary. */
const cargo: CountReader = (lines) => {
  const results = lines.filter((line) => line.startsWith('test result:')).map(numbersBefore);
  if (results.length === 0) return null;
  const sum = (word: string): number => results.reduce((all, count) => all + count(word), 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('ignored') };
};

/** TAP and Node's own runner: "# pass 3", "ℹ fail 1". */
const node: CountReader = (lines) => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, word, digits] = /^[#ℹ] (pass|fail|skipped|todo) (\d{1,9})$/.exec(line) ?? [];
    // Keep the first one in the output, which comes last here.
    if (word !== undefined) counts.set(word, Number(digits));
  }
  const passed = counts.get('pass');
  if (passed === undefined) return null;
  const count = (word: string): number => counts.get(word) ?? 0;
  return { passed, failed: count('fail'), skipped: count('skipped') + count('todo') };
};

/** "  3 passing (12ms)" */
const mocha: CountReader = (lines) => {
  const first = (pattern: RegExp): number | undefined => {
    const line = lines.findLast((item) => pattern.test(item));
    return line === undefined ? undefined : Number.parseInt(line, 10);
  };
  const passed = first(/^\d{1,9} passing \(/);
  if (passed === undefined) return null;
  return {
    passed,
    failed: first(/^\d{1,9} failing/) ?? 0,
    skipped: first(/^\d{1,9} pending/) ?? 0,
  };
};

/** Only with -v; otherwise go reports packages, not tests. */
const go: CountReader = (lines) => {
  const count = (word: string): number =>
    lines.filter((line) => line.startsWith(`--- ${word}: `)).length;
  const counts = { passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP') };
  return counts.passed + counts.failed + counts.skipped > 0 ? counts : null;
};

/** "Tests run: 4, Failures: 1, Errors: 0, Skipped: 1" */
const maven: CountReader = (lines) => {
  const line = lines.find((item) => /Tests run: \d/.test(item));
  if (line === undefined) return null;
  const said = new Map<string, number>();
  for (const [, word = '', digits = ''] of line.matchAll(named)) said.set(word, Number(digits));
  const count = (word: string): number => said.get(word) ?? 0;
  const failed = count('Failures') + count('Errors');
  const skipped = count('Skipped');
  return { passed: count('Tests run') - failed - skipped, failed, skipped };
};

const readers: readonly CountReader[] = [vitestOrJest, pytest, cargo, node, mocha, maven, go];

export function countsIn(output: string): TestCounts | null {
  const lines = output
    .replaceAll(escapes, '')
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line.length <= maxLineLength)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .toReversed();
  for (const read of readers) {
    const counts = read(lines);
    if (counts) return counts;
  }
  return null;
}
