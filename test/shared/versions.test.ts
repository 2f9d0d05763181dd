import { expect, it } from 'vitest';
import { compareVersions } from '../../src/shared/app/versions.ts';

const ascending = [
  '0.1.0-alpha',
  '0.1.0-alpha.1',
  '0.1.0-alpha.beta',
  '0.1.0-beta.2',
  '0.1.0-beta.11',
  '0.1.0',
  '0.1.1',
  '0.9.9',
  '0.10.0',
  '1.0.0',
];

it('orders versions as semver does', () => {
  for (const [at, one] of ascending.entries())
    for (const [other, against] of ascending.entries())
      expect(Math.sign(compareVersions(one, against) ?? NaN), `${one} and ${against}`).toBe(
        Math.sign(at - other),
      );
});

it.each(['', '1', '1.2', '01.2.3', '1.2.3 ', '1.2.3+build', 'v1.2.3', '1.2.3-', '1.2.3/../x'])(
  'takes %j for no version',
  (text) => {
    expect(compareVersions(text, '1.0.0')).toBeNull();
    expect(compareVersions('1.0.0', text)).toBeNull();
  },
);
