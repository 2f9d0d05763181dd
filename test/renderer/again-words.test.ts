import { expect, test } from 'vitest';
import type { LastTime } from '../../src/shared/access/remembered.ts';
import {
  againLabel,
  againText,
  fewScopes,
  lastWords,
  leftOutWords,
  placeWords,
  scopeWords,
  whyNoStanding,
} from '../../src/renderer/ask/access/again-text.ts';
import { noon, sampleAsk, utc } from './samples.ts';

const lastTime: LastTime = {
  ...{
    scopes: ['read:files'],
    seconds: 3600,
    grantedAt: noon - 3_600_000,
    unused: [],
    leftOut: [],
  },
  standing: { whyNot: null, never: ['browser:tools'] },
};
const choice = {
  scopes: ['read:files'],
  roots: ['/w'],
  seconds: 3600,
  once: false,
  hasSeenMarks: false,
} as const;

test('the last grant is named with its time and length', () => {
  expect(lastWords(lastTime, noon, utc)).toBe('1 hour, as today 11:00');
  expect(scopeWords(['git:commit', 'delete:files'])).toBe('stage and commit, delete files');
  expect(fewScopes(['git:commit', 'delete:files'])).toBe('stage and commit, delete files');
  expect(fewScopes(['git:commit', 'delete:files', 'test:code'])).toBe('3 permissions');
  expect(placeWords(sampleAsk())).toBe('proj');
  expect(placeWords(sampleAsk({ roots: ['/a', '/b'] }))).toBe('these folders');
});

test('a suggestion from a history names its numbers', () => {
  const history = { reads: 1, edits: 31, commands: 214, days: 30 };
  const suggested: LastTime = { ...lastTime, leftOut: ['git:commit'], history };
  expect(lastWords(suggested, noon, utc)).toBe(
    '1 hour; in 30 days: 214 commands, 31 edits and 1 read',
  );
  expect(leftOutWords(suggested)).toBe('Left out, not used in 30 days: stage and commit.');
  expect(leftOutWords({ ...suggested, history: undefined })).toBe(
    'Left out, as last time: stage and commit.',
  );
  expect(againLabel(suggested)).toBe('Allow what it used before');
  expect(againLabel(lastTime)).toBe('Same as last time');
});

test('starting without asking says why it is not offered', () => {
  expect(whyNoStanding(lastTime, choice)).toBeNull();
  const wide = { ...choice, scopes: ['read:files', 'browser:tools'] } as const;
  expect(whyNoStanding(lastTime, wide)).toBe(againText.never('use tools of open browser tabs'));
  const sensitive = { ...lastTime, standing: { whyNot: 'It is too wide.', never: [] } };
  expect(whyNoStanding(sensitive, choice)).toBe('It is too wide.');
});
