/** What the Clients page says about what agents did before. */
import { expect, test } from 'vitest';
import {
  countedNames,
  grantWords,
  hasDetails,
  historyText,
  leftOutWords,
  summaryOf,
} from '../../src/renderer/clients/history-text.ts';
import { sampleFolder } from './samples.ts';

test('one sentence sums an agent up', () => {
  const client = { client: 'claude-code', files: 4, leftOut: [] } as const;
  const quiet = sampleFolder({ commands: 1, edits: 1, outside: 0 });
  expect(summaryOf({ ...client, folders: [sampleFolder(), quiet] })).toBe(
    'Claude Code ran 215 commands and made 32 edits in 2 folders; 1 call touched places outside them.',
  );
  expect(summaryOf({ ...client, folders: [quiet] })).toBe(
    'Claude Code ran 1 command and made 1 edit in 1 folder; none touched places outside it.',
  );
});

test('numbers stand behind names, and scopes are named as in the ask', () => {
  const { programs, scopes } = sampleFolder();
  expect(countedNames(programs)).toBe('npm (96), git (71), rg (30)');
  expect(grantWords(scopes)).toBe('Read and search · Edit files · Run commands and tests');
  expect(leftOutWords([{ what: 'records that are too long', count: 2 }])).toBe(
    '2 × records that are too long',
  );
  expect(hasDetails(sampleFolder({ programs: [], hosts: [], places: [] }))).toBe(false);
  expect(historyText.reading({ files: 1, bytes: 1_200_000 })).toBe('Reading… 1 file, 1.2 MB');
});
