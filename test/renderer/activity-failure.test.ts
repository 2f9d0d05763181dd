import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ActivityFailure } from '../../src/renderer/activity/activity-failure.tsx';
import { amountWords } from '../../src/renderer/activity/activity-text.ts';
import { sampleEntry } from './samples.ts';

const none = { total: null, totalExact: true, entries: [] };

test('a failure is an alert with a way to try again', () => {
  const html = renderToStaticMarkup(createElement(ActivityFailure, { onRetry: () => undefined }));
  expect(html).toMatch(/role="alert".*could not be searched.*<button.*Try again/);
});

test.each(['failed', 'loading'] as const)('nothing is said to match while it is %s', (status) => {
  expect(amountWords({ ...none, status }, true)).toBe('');
  expect(amountWords({ ...none, status }, false)).toBe('');
});

test('how many there are is said once that is known', () => {
  const shown = { ...none, status: 'shown' } as const;
  expect(amountWords({ ...shown, total: 0 }, true)).toBe('No entries match.');
  expect(amountWords({ ...shown, total: 0 }, false)).toBe('No entries yet.');
  expect(amountWords({ ...shown, total: 1 }, true)).toBe('One entry matches');
  expect(amountWords({ ...shown, entries: [sampleEntry({})] }, false)).toBe('One entry');
  expect(amountWords({ ...shown, total: 30, totalExact: false }, true)).toBe(
    'more than 30 entries match',
  );
});
