/** The steps of the demo agent. It works in its own folder. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { homeFolder } from '../../platform/system/home-folder.ts';

export interface PlannedStep {
  readonly what: string;
  readonly tool: string;
  readonly args: object;
  readonly good: string;
  readonly bad: string;
  /** The other steps depend on this one. */
  readonly isNeeded?: true;
}

export async function makePlayground(): Promise<string> {
  const made = await fs.mkdtemp(path.join(os.tmpdir(), 'gatehouse-demo-'));
  const folder = await fs.realpath(made);
  await fs.writeFile(path.join(folder, 'notes.txt'), 'Hello from the demo agent.\n');
  await fs.writeFile(path.join(folder, 'old-report.txt'), 'Nobody needs this any more.\n');
  return folder;
}

export const planIn = (folder: string): readonly PlannedStep[] => [
  {
    what: 'It asks you for access to a folder it made.',
    tool: 'request_access',
    args: {
      scopes: ['read:files', 'create:files', 'delete:files'],
      roots: [folder],
      reason: 'I am the demo agent. I would like to read a note and tidy up.',
      ttl_seconds: 300,
    },
    good: 'You said yes. Its session is on the Sessions page, with the time it has left.',
    bad: 'It got nothing, so it stops.',
    isNeeded: true,
  },
  {
    what: 'It reads a file in that folder.',
    tool: 'open_file',
    args: { path: path.join(folder, 'notes.txt') },
    good: 'It could, because you allowed it.',
    bad: 'It could not.',
  },
  {
    what: 'It tries to read a file outside of that folder.',
    tool: 'open_file',
    args: { path: path.join(homeFolder(), '.ssh', 'config') },
    good: 'It could. That should not have been possible; please report it.',
    bad: 'Refused without asking you.',
  },
  {
    what: 'It deletes a file in that folder.',
    tool: 'delete_file',
    args: { path: path.join(folder, 'old-report.txt') },
    good: 'You were not asked: the file is in Gatehouse’s trash, and Activity can restore it.',
    bad: 'The file is still there.',
  },
  {
    what: 'It asks to create a file that would run code later. You see exactly what it contains.',
    tool: 'create_file',
    args: { path: path.join(folder, '.envrc'), content: 'echo "Hello from the demo agent"\n' },
    good: 'You allowed it, and the file is there.',
    bad: 'The file was not created.',
  },
];
