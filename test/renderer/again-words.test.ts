import { expect, test } from 'vitest';
import type { LastTime } from '../../src/shared/access/remembered.ts';
import {
  againText,
  fewScopes,
  lastWords,
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
  standing: { whyNot: null, never: ['upstream:tools'] },
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

test('starting without asking says why it is not offered', () => {
  expect(whyNoStanding(lastTime, choice)).toBeNull();
  const wide = { ...choice, scopes: ['read:files', 'upstream:tools'] } as const;
  expect(whyNoStanding(lastTime, wide)).toBe(againText.never('use tools of other MCP servers'));
  const sensitive = { ...lastTime, standing: { whyNot: 'It is too wide.', never: [] } };
  expect(whyNoStanding(sensitive, choice)).toBe('It is too wide.');
});
