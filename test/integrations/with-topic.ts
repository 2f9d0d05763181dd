/** For one test: a project, its workspace `topic`, and how that is deleted. */
import { onTestFinished } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { openWithTopic, type Options } from './workspaces-fixture.ts';

export async function withTopic(options?: Options) {
  const spaces = await openWithTopic(scratch(), options);
  onTestFinished(() => spaces.workspaces.dispose());
  const remove = (keepBranch = false) =>
    spaces.workspaces.remove({ path: spaces.topic, keepBranch });
  return { ...spaces, remove };
}
