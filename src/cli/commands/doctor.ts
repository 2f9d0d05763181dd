/** Checks everything that can be checked from outside and gives advice. */
import { expectNone, type CommandDefinition } from '../command.ts';
import type { Paint } from '../terminal/paint.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/text.ts';
import { filesOnDisk } from '../doctor/files.ts';
import { hooksOfClients } from '../doctor/hooks.ts';
import type { DoctorFinding } from '../doctor/finding.ts';
import { serverFindings } from '../doctor/servers.ts';
import { ledgerFindings } from '../doctor/ledger.ts';
import { runningApp } from '../doctor/running.ts';
import { systemEnvironment } from '../doctor/environment.ts';

export const doctor: CommandDefinition = {
  summary: 'find problems and show how to fix them',
  help: 'Changes nothing. Exits with 1 if something needs fixing.',
  async run({ args, paint, width }) {
    expectNone(args);
    const findings = [
      ...(await runningApp()),
      ...(await hooksOfClients()),
      ...(await serverFindings()),
      ...filesOnDisk(),
      ...ledgerFindings(),
      ...systemEnvironment(),
    ];
    const bad = findings.filter((finding) => finding.state === 'bad').length;
    const data = { ok: bad === 0, findings };
    return { data, text: toText(findings, bad, { paint, width }), isNegative: bad > 0 };
  },
};

const marks = { good: 'ok', warning: 'look', bad: 'BAD' } as const;

function toText(
  findings: readonly DoctorFinding[],
  bad: number,
  style: { readonly paint: Paint; readonly width: number },
): string {
  const { paint } = style;
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
    table(['', 'WHAT', 'FOUND'], rows, { ...style, colour }),
    ...(todo.length > 0 ? ['', ...todo] : []),
    '',
    bad === 0 ? 'No problems found.' : `${counted(bad, 'problem')} to fix.`,
  ].join('\n');
}
