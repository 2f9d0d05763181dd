/** What an agent's own edit would replace is kept for undo, or the user is told that it is not. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedCall } from '../../../src/main/core/core.ts';
import { EditContents } from '../../../src/main/integrations/native/edit-contents.ts';
import { OpenCall } from '../../../src/main/transports/native/open-call.ts';
import { isError } from '../../../src/shared/actions/outcomes.ts';
import type { NativeFile } from '../../../src/shared/native/native-actions.ts';
import { put, scratch } from '../../fakes/scratch.ts';

const tooLarge = 'x'.repeat(2 * 1024 ** 2 + 1);
const planOf = async (file: NativeFile) => {
  const plan = await new EditContents(scratch()).plan([file], (one) => one);
  if (plan === null || isError(plan)) throw new Error('no plan');
  return plan;
};

describe('the plan of an edit', () => {
  it('says that a small or a new file can be put back', async () => {
    const folder = scratch();
    const file = put(folder, 'small.txt', 'old');
    for (const name of [file, path.join(folder, 'new.txt')]) {
      const plan = await planOf({ path: name, change: 'edit', new_text: 'new' });
      expect(plan.recoverable).toBe(true);
      expect(plan.files?.[0]?.lost).toBe(undefined);
    }
  });

  it('says that a file that is too large is lost', async () => {
    const file = put(scratch(), 'large.txt', tooLarge);
    for (const change of ['edit', 'create', 'delete'] as const) {
      const plan = await planOf({ path: file, change, new_text: '' });
      expect(plan.recoverable).toBe(undefined);
      expect(plan.files).toMatchObject([{ path: file, lost: true }]);
    }
  });

  it('says that what is no file, or is moved over, is lost', async () => {
    const folder = scratch();
    const large = put(folder, 'large.txt', tooLarge);
    const small = put(folder, 'small.txt', 'old');
    const moved = await planOf({ path: small, change: 'move', to: large });
    expect(moved.files?.map(({ lost }) => lost)).toEqual([undefined, true]);
    const link = path.join(folder, 'link');
    fs.symlinkSync(small, link);
    const through = await planOf({ path: link, change: 'edit', new_text: '' });
    expect(through.files).toMatchObject([{ lost: true }]);
  });
});

describe('the release of an edit', () => {
  const file = () => put(scratch(), 'file.txt', 'small');
  const release = async (target: string, lost: boolean) => {
    const call = new OpenCall({
      ...{ agentName: 'Agent', files: new EditContents(scratch()), now: () => 0 },
      event: { kind: 'before' } as never,
      onReleased: (one) => one.reported(null),
    });
    const plan = { files: [{ path: target, ...(lost ? { lost } : {}) }] };
    const facts = { action: 'native_edit', places: [{ path: target, use: 'write' }], plan };
    return call.run(facts as unknown as ResolvedCall, new AbortController().signal);
  };

  it('is refused when the file became too large to be kept since it was judged', async () => {
    const target = file();
    expect(await release(target, false)).toMatchObject({ code: 'outcome-unknown' });
    fs.writeFileSync(target, tooLarge);
    expect(await release(target, false)).toMatchObject({ kind: 'refused', code: 'stale' });
  });

  it('is given when the user was told that it cannot be undone', async () => {
    const target = file();
    fs.writeFileSync(target, tooLarge);
    expect(await release(target, true)).toMatchObject({ code: 'outcome-unknown' });
  });
});
