/** Secrets in texts of a server: in its log, and in errors that are shown elsewhere. */
import { expect, it } from 'vitest';
import { ServerLog } from '../../../src/main/integrations/opencode/server-log.ts';

const log = (): ServerLog => new ServerLog((text) => text);

it('masks a secret that another secret begins with', () => {
  const own = log();
  own.hide('abcd', 'abcdefgh');
  expect(own.clean('token abcdefgh, key abcd')).toBe('token [secret], key [secret]');
});

it('shows no half of a secret where a long line is cut', () => {
  const own = log();
  own.hide('the-secret-of-the-notes');
  const line = `${'x'.repeat(1_990)}the-secret-of-the-notes`;
  expect(own.clean(line)).not.toContain('the-');
  own.write(`${line}\n`);
  own.write(line);
  expect(own.lines.join('\n')).not.toContain('the-');
});
