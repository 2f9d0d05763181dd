/** What follows from an event is told, too: a saved file may be a setting of its project. */
import path from 'node:path';
import type { EventName } from '../shared/events.ts';
import type { Bench } from './bench.ts';

const configNames = new Set([
  'package.json',
  'tsconfig.json',
  'jsconfig.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'Cargo.toml',
  'go.mod',
  'Makefile',
  'CMakeLists.txt',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'deno.json',
  'deno.jsonc',
  'mix.exs',
  'Gemfile',
  '.editorconfig',
  '.gitignore',
]);

const configPattern =
  /(^\.[a-z]+rc(\.\w+)?$)|(\.config\.[cm]?[jt]s$)|(^(tsconfig|jsconfig)\..+\.json$)/;

export const isProjectConfig = (file: string): boolean => {
  const name = path.basename(file);
  return configNames.has(name) || configPattern.test(name);
};

const changing: ReadonlySet<EventName> = new Set([
  'file_saved',
  'file_created',
  'file_deleted',
  'file_renamed',
]);

export const withConsequences = (bench: Bench): Bench => ({
  ...bench,
  tell(event, about, sessionId) {
    bench.tell(event, about, sessionId);
    if (changing.has(event) && about.path !== undefined && isProjectConfig(about.path)) {
      bench.tell('config_updated', { path: about.path }, sessionId);
    }
  },
});
