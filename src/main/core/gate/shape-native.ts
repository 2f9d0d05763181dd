/** Interprets the arguments of a native call: its kind, scopes and paths. */
import type { z } from 'zod';
import {
  parseArgs,
  type ActionName,
  type PathInArgs,
  type PathUse,
} from '../../../shared/actions/actions.ts';
import { cutMiddle } from '../../../shared/actions/sentence-parts.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import {
  isNativeAction,
  NativeCommandArgs,
  NativeEditArgs,
  NativeFetchArgs,
  NativeToolArgs,
  type NativeAction,
  type NativeFile,
} from '../../../shared/native/native-actions.ts';
import type { Call, JudgedAs, NativeEnd, NativeUse, ShapedCall } from '../call/call.ts';

export function shapeNative({ action, args }: Call, end: NativeEnd): ShapedCall | Refused {
  if (!isNativeAction(action)) return refused('unknown-action', `Asked for: ${action}.`);
  const parsed = parseArgs(schemas[action], args);
  if (isError(parsed)) return parsed;
  const facts = factsOf[action](parsed.args as never, end);
  if (isError(facts)) return facts;
  const { kind, editBytes = 0, keep = null, alike = [], ...use } = facts;
  // Whatever tool it takes, it can do no more than any code in its sandbox.
  const scopes = end.isSandboxed === true ? likeCommand.scopes : facts.scopes;
  const native: NativeUse = { end, tool: toolIn(parsed.args), keep, alike, ...use };
  return { action, tool: null, args: parsed.args, kind, scopes, editBytes, native };
}

const schemas = {
  native_command: NativeCommandArgs,
  native_edit: NativeEditArgs,
  native_fetch: NativeFetchArgs,
  native_tool: NativeToolArgs,
} as const;

type NativeFacts = Pick<ShapedCall, 'kind' | 'scopes'> &
  Pick<NativeUse, 'sentence' | 'paths'> &
  Partial<Pick<NativeUse, 'keep' | 'alike'> & Pick<ShapedCall, 'editBytes'>>;

type NativeArgs = Readonly<Record<string, unknown>>;

const toolIn = ({ tool }: NativeArgs): string => String(tool);

/** Shortened in the middle, because both ends matter. */
const shortest = (text: string): string => cutMiddle(visibleText(text.replaceAll('\n', ' ')), 200);

const itsOwn = (args: NativeArgs): string => `with its own ${shortest(toolIn(args))} tool`;

const workplace = (path: string): PathInArgs => ({
  field: 'cwd',
  path,
  use: 'list',
  mayBeAbsent: false,
});

/** Anything an agent does with the user's rights needs the scope for commands. */
const likeCommand = { kind: 'run', scopes: ['run:commands'] } as const;

const factsOf: Readonly<
  Record<NativeAction, (args: never, end: NativeEnd) => NativeFacts | Refused>
> = {
  native_command: (args: z.infer<typeof NativeCommandArgs>) => ({
    ...likeCommand,
    alike: ['exec_command'],
    sentence: `run ${shortest(args.command)} ${itsOwn(args)}`,
    paths: [workplace(args.cwd)],
  }),
  native_edit: (args: z.infer<typeof NativeEditArgs>) => ({
    kind: args.files.some(({ change }) => change === 'delete') ? 'destroy' : 'write',
    scopes: [...new Set(args.files.flatMap(scopesOf))],
    alike: alikeOf(args.files.map(({ change }) => change)),
    sentence: `${changeWords(args.files)} ${itsOwn(args)}`,
    paths: args.files.flatMap(pathsOf),
    editBytes: bytesOfAll(args.files),
  }),
  native_fetch: (args: z.infer<typeof NativeFetchArgs>) => {
    if (!isHttp(args.url)) return refused('invalid-arguments', 'url: is not an http address.');
    const host = hostOf(args.url);
    return {
      ...likeCommand,
      paths: [workplace(args.cwd)],
      sentence: `fetch ${shortest(args.url)} ${itsOwn(args)}`,
      keep: host === null ? null : { key: `fetch ${host}`, words: `every page of ${host}` },
    };
  },
  native_tool: (
    args: z.infer<typeof NativeToolArgs>,
    { agentName, isSandboxed, judgedAs = null },
  ) => ({
    ...likeCommand,
    paths: judgedAs?.files?.flatMap(pathsOf) ?? [workplace(args.cwd)],
    alike: judgedAs ? [judgedAs.action, ...alikeToSandboxed(judgedAs)] : [],
    editBytes: bytesOfAll(judgedAs?.files ?? []),
    sentence: isSandboxed === true ? `${usesTool(args)} in its sandbox` : toolWords(args),
    keep: {
      key: JSON.stringify(['tool', args.server ?? null, args.tool]),
      words: `every ${shortest(args.tool)} of ${agentName} with any arguments`,
    },
  }),
};

const toolWords = (args: z.infer<typeof NativeToolArgs>): string =>
  args.server === undefined ? `${usesTool(args)}, which Gatehouse does not know` : usesTool(args);

function usesTool({ tool, server }: z.infer<typeof NativeToolArgs>): string {
  const name = shortest(tool);
  if (server === undefined) return `use its own tool ${name}`;
  // Some clients do not say which server it is.
  if (server === '') return `use ${name} of one of its MCP servers`;
  return `use ${name} of its MCP server ${shortest(server)}`;
}

const scopes: Readonly<Record<NativeFile['change'], readonly Scope[]>> = {
  create: ['create:files'],
  edit: ['write:files'],
  delete: ['delete:files'],
  move: ['rename:files'],
};

/** A tool that writes whole files may create a new one. */
const scopesOf = ({ change, new_text }: NativeFile): readonly Scope[] =>
  change === 'edit' && new_text !== undefined ? ['write:files', 'create:files'] : scopes[change];

const sameChange: Readonly<Record<NativeFile['change'], readonly ActionName[]>> = {
  create: ['create_file'],
  edit: ['edit_buffer', 'replace_text', 'create_file'],
  delete: ['delete_file'],
  move: ['rename_file'],
};

const alikeOf = (changes: readonly NativeFile['change'][]): readonly ActionName[] => [
  ...new Set(changes.flatMap((change) => sameChange[change])),
];

const alikeToSandboxed = ({ action, changes }: JudgedAs): readonly ActionName[] =>
  action === 'native_command' ? ['exec_command'] : alikeOf(changes);

const changeVerbs: Readonly<Record<NativeFile['change'], string>> = {
  create: 'create',
  edit: 'change',
  delete: 'delete',
  move: 'move',
};

function changeWords(files: readonly NativeFile[]): string {
  const [only, ...others] = files;
  if (!only || others.length > 0) return `change ${files.length} files`;
  return `${changeVerbs[only.change]} ${shortest(only.path)}`;
}

/** The gate finds out whether it exists; a link that leads out of the folder is refused. */
function pathsOf({ path, change, to }: NativeFile): readonly PathInArgs[] {
  const at = (where: string, use: PathUse): PathInArgs => ({
    ...{ field: 'paths', path: where, use },
    mayBeAbsent: use === 'write',
  });
  if (change === 'delete') return [at(path, 'delete')];
  if (change === 'move') return [at(path, 'delete'), at(to ?? path, 'write')];
  return [at(path, 'write'), ...(to === undefined ? [] : [at(to, 'write')])];
}

const bytesOf = ({ new_text = '', replacements = [] }: NativeFile): number =>
  replacements.reduce((sum, item) => sum + item.new_text.length, new_text.length);

const bytesOfAll = (files: readonly NativeFile[]): number =>
  files.reduce((sum, file) => sum + bytesOf(file), 0);

const isHttp = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url);

/**
 * Null if programs could disagree about the host: the URL contains a user name, an escape, a
 * backslash, a space or an invisible character. An approval of it is for one call.
 */
function hostOf(url: string): string | null {
  if (/[\\\s\p{C}]/u.test(url)) return null;
  if (!/^https?:\/\/[\p{L}\p{M}\p{N}.\-_:[\]]+(?:[/?#]|$)/iu.test(url)) return null;
  return new URL(url).host;
}
