/** How many tests passed, failed and were skipped, where the output of a known runner says so. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

type Read = (text: string) => TestCounts | null;

const escapes = new RegExp(String.raw`\u001B\[[0-9;]*m`, 'g');

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

/** The last line that matches: runners sum up at the end. */
const lastLine = (text: string, pattern: RegExp): string | null =>
  text.split('\n').findLast((line) => pattern.test(line)) ?? null;

/** "Tests  2 failed | 10 passed | 1 skipped (13)" and "Tests:  1 failed, 4 passed, 5 total". */
const vitestOrJest: Read = (text) => {
  const line = lastLine(text, /^\s*Tests:?\s+.*\d+ (passed|failed|skipped|todo)/);
  if (line === null) return null;
  return {
    passed: number(line, /(\d+) passed/),
    failed: number(line, /(\d+) failed/),
    skipped: number(line, /(\d+) skipped/) + number(line, /(\d+) todo/),
  };
};

/** "===== 1 failed, 3 passed, 2 skipped in 0.12s =====" */
const pytest: Read = (text) => {
  const line = lastLine(text, /^=*\s*.*\d+ (passed|failed|error|skipped).* in [\d.]+s/);
  if (line === null) return null;
  return {
    passed: number(line, /(\d+) passed/),
    failed: number(line, /(\d+) failed/) + number(line, /(\d+) errors?/),
    skipped: number(line, /(\d+) skipped/),
  };
};

/** "test result: ok. 5 passed; 0 failed; 1 ignored; …", once for every binary. */
const cargo: Read = (text) => {
  const lines = text.split('\n').filter((line) => line.startsWith('test result:'));
  if (lines.length === 0) return null;
  const sum = (pattern: RegExp): number =>
    lines.reduce((all, line) => all + number(line, pattern), 0);
  return {
    passed: sum(/(\d+) passed/),
    failed: sum(/(\d+) failed/),
    skipped: sum(/(\d+) ignored/),
  };
};

/** TAP and Node's own runner: "# pass 3", "ℹ fail 1". */
const node: Read = (text) => {
  const count = (word: string): number => number(text, new RegExp(`^[#ℹ] ${word} (\\d+)$`, 'm'));
  if (!/^[#ℹ] pass \d+$/m.test(text)) return null;
  return {
    passed: count('pass'),
    failed: count('fail'),
    skipped: count('skipped') + count('todo'),
  };
};

/** "  3 passing (12ms)" */
const mocha: Read = (text) => {
  if (!/^\s+\d+ passing \(/m.test(text)) return null;
  return {
    passed: number(text, /^\s+(\d+) passing/m),
    failed: number(text, /^\s+(\d+) failing/m),
    skipped: number(text, /^\s+(\d+) pending/m),
  };
};

/** With -v only; without it go tells packages, not tests. */
const go: Read = (text) => {
  const count = (word: string): number =>
    text.match(new RegExp(`^\\s*--- ${word}: `, 'gm'))?.length ?? 0;
  const counts = { passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP') };
  return counts.passed + counts.failed + counts.skipped > 0 ? counts : null;
};

/** "Tests run: 4, Failures: 1, Errors: 0, Skipped: 1" */
const maven: Read = (text) => {
  const line = lastLine(text, /Tests run: \d+/);
  if (line === null) return null;
  const failed = number(line, /Failures: (\d+)/) + number(line, /Errors: (\d+)/);
  const skipped = number(line, /Skipped: (\d+)/);
  return { passed: number(line, /Tests run: (\d+)/) - failed - skipped, failed, skipped };
};

const readers: readonly Read[] = [vitestOrJest, pytest, cargo, node, mocha, maven, go];

export function countsIn(output: string): TestCounts | null {
  const text = output.replaceAll(escapes, '').replaceAll('\r', '');
  for (const read of readers) {
    const counts = read(text);
    if (counts) return counts;
  }
  return null;
}
