/** Goal 12 and F6: nothing of what programs are known to be misused for passes as mere reading. */
import { expect, test } from 'vitest';
import { gtfobinsAToF } from './cases/gtfobins-a-f.ts';
import { gtfobinsGToO } from './cases/gtfobins-g-o.ts';
import { gtfobinsPToZ } from './cases/gtfobins-p-z.ts';
import { inShort, look } from './look.ts';

interface Misuse {
  readonly program: string;
  readonly use: string;
  readonly line: string;
}

const misuses: readonly Misuse[] = [gtfobinsAToF, gtfobinsGToO, gtfobinsPToZ]
  .flatMap((text) => text.trim().split('\n'))
  .map((row) => {
    const [program = '', use = '', ...words] = row.split(' ');
    return { program, use, line: words.join(' ') };
  });

/** One of these must be found; for reading, a place outside or any other effect is enough. */
const named: Readonly<Record<string, readonly string[]>> = {
  shell: ['runs', 'privilege', 'unknown'],
  command: ['runs', 'git', 'privilege', 'unknown'],
  'reverse-shell': ['runs', 'unknown'],
  'library-load': ['runs', 'unknown'],
  write: ['writes', 'git', 'deletes', 'runs', 'privilege', 'unknown'],
  delete: ['deletes'],
  suid: ['writes', 'deletes', 'runs', 'privilege', 'unknown'],
  upload: ['network', 'runs', 'unknown'],
  download: ['network', 'unknown'],
  read: [],
};

test('F6 no known misuse of a program passes as mere reading', async () => {
  const silent: string[] = [];
  const unnamed: string[] = [];
  for (const { use, line } of misuses) {
    const found = await look(line);
    const effects = inShort(found).split(' ');
    const risks = named[use] ?? ['?'];
    if (found.quiet) silent.push(line);
    if (risks.length > 0 && !risks.some((risk) => effects.includes(risk))) unnamed.push(line);
  }
  const programs = new Set(misuses.map(({ program }) => program)).size;
  console.info(
    `known misuses: ${misuses.length} lines of ${programs} programs, ${silent.length} silent`,
  );
  expect(programs).toBeGreaterThan(450);
  expect(silent).toEqual([]);
  expect(unnamed).toEqual([]);
});

test('F6 the same behind wrappers, in pipes and by path is no quieter', async () => {
  for (const { line } of misuses.filter((_, index) => index % 7 === 0)) {
    for (const form of [
      `true && ${line}`,
      `echo "$(${line})"`,
      `( ${line} )`,
      `timeout 5 ${line}`,
    ]) {
      expect([form, (await look(form)).quiet]).toEqual([form, false]);
    }
  }
});
