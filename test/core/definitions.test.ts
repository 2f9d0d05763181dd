import { expect, test } from 'vitest';
import { z } from 'zod';
import { definitionNow, digestOf } from '../../src/main/core/gate/definitions.ts';
import { toolOf } from '../faults/lib/approval-mutations.ts';
import { actionInfo, actionNames } from '../../src/shared/actions/actions.ts';
import { sha256 } from './core-fixture.ts';

const none = { contributed: () => undefined };

test('G5 every action of ours has a definition of its own, the same each time', () => {
  const digests = actionNames.map((action) => definitionNow({ action }, none, { sha256 }));
  expect(new Set(digests).size).toBe(actionNames.length);
  expect(actionNames.map((action) => definitionNow({ action }, none, { sha256 }))).toEqual(digests);
});

test('G5 another schema, kind or description is another definition', () => {
  const info = actionInfo('open_file');
  const own = digestOf(info, { sha256 });
  expect(digestOf({ ...info }, { sha256 })).toBe(own);
  for (const changed of [
    { args: z.strictObject({ path: z.string() }) },
    { kind: 'write' },
    { description: 'Read a file, and a little more.' },
  ] as const) {
    expect(digestOf({ ...info, ...changed }, { sha256 })).not.toBe(own);
  }
});

test('G5 a tool that a plugin took back or changed is not the one that was shown', () => {
  const contributed = (version: number) => ({ contributed: () => toolOf(version) });
  const call = { action: 'plugin_tool' };
  expect(definitionNow(call, contributed(1), { sha256 })).toBe(toolOf(1).definitionHash);
  expect(definitionNow(call, contributed(2), { sha256 })).not.toBe(toolOf(1).definitionHash);
  expect(definitionNow(call, none, { sha256 })).toBe('gone');
});
