import { describe, expect, test } from 'vitest';
import type { ResolvedCall } from '../../src/main/core/call/call.ts';
import { EditBudgets } from '../../src/main/core/limits/edit-budgets.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';

const limits = { ...defaultSettings.limits, editBytesPerDay: 1024 };
const settings = { ...defaultSettings, limits };

async function loaded(stored: unknown): Promise<EditBudgets> {
  const stateStore = new MemoryStateStore();
  await stateStore.save('edit-budgets', stored);
  const budgets = new EditBudgets({ clock: new FakeClock(), stateStore, settings });
  await budgets.load();
  return budgets;
}

const edit = { editBytes: 600, agent: { clientId: 'cursor' }, places: [], plan: null };

describe('L6 what was spent and cannot be read', () => {
  test.each(['what?', { day: 7 }, [], { day: '2030-01-01', clients: { cursor: 'much' } }])(
    'C13 invalid data on disk (%j) does not reset the budget',
    async (stored) => {
      await expect(loaded(stored)).rejects.toThrow(/invalid/i);
    },
  );

  test('C13 of what is on the disk, everything that can be read stays spent', async () => {
    const clients = [null, ['x'], ['cursor', 600], ['other', 'much']];
    const budgets = await loaded({ day: '2030-01-01', clients, files: [7], future: 1 });
    const call = edit as unknown as ResolvedCall;
    expect(budgets.spend(call)).toMatchObject({ code: 'budget-spent' });
    budgets.dispose();
  });
});
