/**
 * Writes what one run of an agent finds in its private home: settings, login, variables. All of it
 * is in folders that no program inside can rename or replace, so no path there can be redirected.
 */
import fs from 'node:fs';
import path from 'node:path';
import { agentPrograms, type AgentName } from '../../../shared/agents/agent-programs.ts';
import type { MachineFacts } from '../../../shared/sandbox/machine-facts.ts';
import type { AgentPlaces } from '../../core/core.ts';
import type { ReadLogin } from './agent-login.ts';
import type { AgentSettings } from './agent-settings.ts';

export interface AgentFilesSpec {
  readonly agent: AgentName;
  readonly runId: string;
  readonly settings: AgentSettings;
  readonly login: ReadLogin | null;
  /** They may be keys, which must not appear in a program's arguments. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface WrittenAgentFiles {
  readonly places: AgentPlaces;
  /** The copy of the login; null if there is none. */
  readonly loginCopy: string | null;
}

/** Read by the shell that starts the agent (src/workbench/agent). */
const variablesFile = '.gatehouse-environment';

export function writeAgentFiles(
  { files, home }: Pick<MachineFacts, 'files' | 'home'>,
  { agent, runId, settings, login, variables }: AgentFilesSpec,
): WrittenAgentFiles {
  const { folders, login: loginFile } = agentPrograms[agent];
  const own = path.join(files.agentFiles, runId);
  fs.mkdirSync(own, { recursive: true, mode: 0o700 });
  const put = (name: string, text: string): string => {
    const file = path.join(own, name);
    fs.writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  for (const { name, text } of settings.firstState) writeFirst(path.join(files.home, name), text);
  const loginCopy = login && put('login', login.text);
  return {
    loginCopy,
    places: {
      folders: folders.map((folder) => ({
        from: madeFolder(path.join(files.agentFolders, folder.replaceAll('/', '+'))),
        path: path.join(home, folder),
      })),
      settings: [
        ...settings.files.map(({ path: name, text }, at) => ({
          from: put(`settings-${at}`, text),
          path: path.join(home, name),
        })),
        { from: put('variables', scriptOf(variables)), path: path.join(home, variablesFile) },
      ],
      login:
        loginCopy === null || loginFile === null || login === null
          ? null
          : {
              from: loginCopy,
              path: path.join(home, loginFile.file),
              isWritable: login.isRenewed,
            },
    },
  };
}

function madeFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** An existing state file is kept. A link in its place is not followed. */
function writeFirst(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch {
    // It exists already.
  }
}

/** For a shell: values are quoted, so that nothing in them is executed. */
export const scriptOf = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .filter(([name, value]) => /^[A-Z_][A-Z0-9_]*$/.test(name) && !value.includes('\0'))
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`)
    .join('');
