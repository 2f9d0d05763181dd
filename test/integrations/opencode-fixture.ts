/** A house with a project, a workspace of it, and a stand-in for OpenCode. */
import fs from 'node:fs';
import path from 'node:path';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import type { ServerView } from '../../src/shared/integrations/workspaces.ts';
import { eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { newRepository } from './workspaces-fixture.ts';

const standIn = path.resolve(import.meta.dirname, 'opencode-stand-in.mjs');

export function standInProgram(folder: string): string {
  const text = `#!/bin/sh\nSTAND_IN_SCRIPT="$0" ELECTRON_RUN_AS_NODE=1 exec "${process.execPath}" "${standIn}" "$@"\n`;
  const program = put(folder, 'opencode', text);
  fs.chmodSync(program, 0o755);
  return program;
}

export const pathIn = (outcome: Outcome): string => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return String(outcome.data['path']);
};

export async function openCodeApp(settings: (root: string) => object = () => ({})) {
  const root = scratch();
  const dataDir = path.join(root, 'data');
  const program = standInProgram(path.join(root, 'bin'));
  const opencode = { program, ...settings(root) };
  put(dataDir, 'settings.json', JSON.stringify({ opencode }));
  fs.chmodSync(dataDir, 0o700);
  const app = await TestApp.open(dataDir);
  const { workspaces } = app.forWindows;
  const project = pathIn(await workspaces.addProject(newRepository(path.join(root, 'app'))));
  await workspaces.refresh();
  const projectId = app.app.core.state.snapshot().projects[0]?.projectId;
  if (!projectId) throw new Error('no project');
  const topic = pathIn(await workspaces.create({ projectId, name: 'topic' }));
  return { app, root, dataDir, workspaces, project, projectId, topic, ...acts(app) };
}

export function acts(app: TestApp) {
  const { workspaces } = app.forWindows;
  const serverOf = (folder: string): ServerView | undefined =>
    app.app.core.state
      .snapshot()
      .projects.flatMap((item) => item.workspaces)
      .find((item) => item.path === folder)?.server;
  /** Resolves once it is in that state, as the window is shown it. */
  const state = (folder: string, wanted: ServerView['state']) =>
    eventually(() => (serverOf(folder)?.state === wanted ? serverOf(folder) : null), 20_000);
  const start = async (folder: string) => {
    const started = await workspaces.startOpenCode(folder);
    if (started.kind !== 'done') throw new Error(started.message);
    return state(folder, 'running');
  };
  return { state, start };
}

export interface StartRecord {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  /** The file that was run. */
  readonly script: string;
}

export const startedWith = (folder: string): StartRecord =>
  JSON.parse(fs.readFileSync(path.join(folder, 'build/told.json'), 'utf8')) as StartRecord;

/** The stand-in tells this, as if it happened. */
export async function happen(
  folder: string,
  port: number | null,
  type: string,
  properties: object,
) {
  const password = startedWith(folder).env['OPENCODE_SERVER_PASSWORD'] ?? '';
  const credential = Buffer.from(`opencode:${password}`).toString('base64');
  await fetch(`http://127.0.0.1:${port}/tell`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credential}` },
    body: JSON.stringify({ type, properties }),
  });
}

export function repliesIn(folder: string): readonly Record<string, unknown>[] {
  const file = path.join(folder, 'build/replies.jsonl');
  if (!fs.existsSync(file)) return [];
  return (
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      // The stand-in may be writing the last line.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  );
}

/** Processes that carry this in their environment. */
export const processesIn = (folder: string): readonly string[] =>
  fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const env = fs.readFileSync(`/proc/${name}/environ`, 'utf8');
      return env.split('\0').includes(`GATEHOUSE_WORKSPACE_PATH=${folder}`);
    } catch {
      return false;
    }
  });
