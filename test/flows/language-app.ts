/** A granted folder beside one that is not, and an agent that uses language support in the first. */
import fs from 'node:fs';
import path from 'node:path';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

export interface Case {
  readonly name: string;
  /** Below the granted folder; the first is the document. */
  readonly files: Readonly<Record<string, string>>;
  readonly prepare?: (root: string) => void;
}

export async function languageApp() {
  const opened = await TestApp.open();
  await eventually(() => opened.app.core.executors.canDo('get_errors'));
  const world = scratch();
  const root = path.join(world, 'project');
  fs.mkdirSync(root);
  put(world, 'sibling/secret.ts', "export const token = 'SECRET-VALUE' as const;\n");
  put(world, 'sibling/global.ts', "declare const globalToken: 'SECRET-VALUE';\n");
  put(world, 'sibling/secret.d.ts', "export declare const token: 'SECRET-VALUE';\n");
  put(world, 'sibling/data.json', '{ "SECRET-VALUE": 1 }\n');
  put(world, 'sibling/SECRET-VALUE-folder/x.ts', 'export {};\n');
  put(world, 'sibling/base.json', '{ "compilerOptions": { "SECRET-VALUE": true } }\n');
  put(world, 'sibling/secret.py', "from typing import Literal\ntoken: Literal['SECRET-VALUE']\n");
  put(world, 'sibling/__init__.py', '');
  const client = await opened.connect('coder');
  const call = async (name: string, args: Record<string, unknown>) => {
    opened.clock.skip(1_000);
    return callTool(client, name, args);
  };
  const asking = call('request_access', {
    scopes: [...allScopes],
    roots: [root],
    reason: 'to work',
  });
  await opened.answerNext(allowAll);
  await asking;
  return { opened, world, root, call };
}

export const fill = (root: string, files: Case['files']): readonly string[] =>
  Object.entries(files).map(([name, text]) =>
    put(root, name, text.replaceAll('ABSOLUTE', path.dirname(root))),
  );
