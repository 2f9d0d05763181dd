/** A store of checkpoints and a folder to record. */
import fs from 'node:fs';
import path from 'node:path';
import {
  FolderCheckpointStore,
  type StoreLimits,
} from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';
import { scratch } from '../fakes/scratch.ts';

export const never = new AbortController().signal;

export function opened(limits: Partial<StoreLimits> = {}, now: () => number = Date.now) {
  const data = scratch();
  const folder = fs.realpathSync(scratch());
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  const root = { path: folder, device: String(dev), inode: String(ino) };
  const store = new FolderCheckpointStore(data, limits, now);
  const write = (name: string | Buffer, content: string | Buffer = String(name)): void => {
    const file = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
    if (typeof name === 'string')
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(file, content);
  };
  const take = async (session = 's1') => valueOf(await store.take(root, session));
  const changed = async (from: string, to: string) =>
    valueOf(await store.of(root).changes(from, to, never));
  const contentOf = async (from: string, to: string, name: string, side: 'before' | 'after') => {
    const change = (await changed(from, to)).find((one) => one.path === name);
    const file = change?.[side];
    if (!change || !file) return null;
    const found = valueOf(await store.of(root).contents([{ part: change.part, file }], 1e9, never));
    return found.get(file.blob) ?? null;
  };
  return { data, folder, root, store, write, take, changed, contentOf };
}

export function valueOf<Value>(
  value: Value,
): Exclude<Value, { readonly code: string; readonly hint: string }> {
  if (isError(value)) throw new Error(value.message);
  return value as Exclude<Value, { readonly code: string; readonly hint: string }>;
}

export const listed = (
  changes: readonly { path: string | null; before: unknown; after: unknown }[],
) =>
  changes
    .map(({ path: name, before, after }) => `${before ? (after ? 'M' : 'D') : 'A'} ${name}`)
    .toSorted();
