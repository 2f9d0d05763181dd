import { describe, expect, it } from 'vitest';
import { closedToReading } from '../../../src/main/core/policy/skipped-folders.ts';
import { actionInfo, actionNames } from '../../../src/shared/actions/actions.ts';
import { agent } from '../core-fixture.ts';
import { ruleWith } from '../rule-fixture.ts';

const within = '/w/app/closed';
const readers = actionNames.filter((name) => actionInfo(name).kind === 'read');

describe('a folder that a rule closes to reading is closed to sandboxed commands', () => {
  it.each([...readers, 'exec_command' as const])('by a rule about %s', (name) => {
    const rule = ruleWith({ effect: 'deny', within, actions: [name] });
    expect(closedToReading([rule], agent)).toEqual([within]);
  });

  it('not by a rule about writing alone, nor by one of another client', () => {
    const writing = ruleWith({ effect: 'deny', within, actions: ['edit_buffer'] });
    const other = ruleWith({ effect: 'deny', within, client: 'other' as never });
    expect(closedToReading([writing, other], agent)).toEqual([]);
  });
});
