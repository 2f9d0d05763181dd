/** Emits events that follow from others: saving a config file also emits config_updated. */
import path from 'node:path';
import type { EventName } from '../shared/protocols/session-events.ts';
import type { WorkbenchContext } from './workbench-context.ts';

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

export const withDerivedEvents = (context: WorkbenchContext): WorkbenchContext => ({
  ...context,
  emit(event, data, sessionId) {
    context.emit(event, data, sessionId);
    if (changing.has(event) && data.path !== undefined && isProjectConfig(data.path)) {
      context.emit('config_updated', { path: data.path }, sessionId);
    }
  },
});
