/** Looks at everything that can be wrong from outside and says what to do about each. */
import { expectNone, type Command } from '../command.ts';
import type { Paint } from '../terminal/paint.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/words.ts';
import { filesOnDisk } from '../doctor/files.ts';
import type { Finding } from '../doctor/finding.ts';
import { ledgerFindings } from '../doctor/ledger.ts';
import { runningApp } from '../doctor/running.ts';
import { surroundings } from '../doctor/surroundings.ts';

export const doctor: Command = {
  summary: 'look for trouble, and say what to do about it',
  help: 'Changes nothing. It ends with 1 when something needs you.',
  async run({ words, paint, width }) {
    expectNone(words);
    const findings = [
      ...(await runningApp()),
      ...filesOnDisk(),
      ...ledgerFindings(),
      ...surroundings(),
    ];
    const bad = findings.filter((finding) => finding.state === 'bad').length;
    const data = { ok: bad === 0, findings };
    return { data, text: inWords(findings, bad, { paint, width }), no: bad > 0 };
  },
};

const marks = { good: 'ok', warning: 'look', bad: 'BAD' } as const;

function inWords(
  findings: readonly Finding[],
  bad: number,
  look: { readonly paint: Paint; readonly width: number },
): string {
  const { paint } = look;
  const rows = findings.map(({ state, what, found }) => [marks[state], what, found]);
  const colours: Readonly<Record<string, (text: string) => string>> = {
    [marks.good]: paint.good,
    [marks.warning]: paint.warn,
    [marks.bad]: paint.bad,
  };
  const colour = (cell: string, column: number): string =>
    column === 0 ? (colours[cell] ?? paint.dim)(cell) : cell;
  const todo = findings.flatMap(({ what, advice }) => (advice ? [`${what}: ${advice}`] : []));
  return [
    table(['', 'WHAT', 'FOUND'], rows, { ...look, colour }),
    ...(todo.length > 0 ? ['', ...todo] : []),
    '',
    bad === 0 ? 'Nothing needs you.' : `${counted(bad, 'thing')} to mend.`,
  ].join('\n');
}
