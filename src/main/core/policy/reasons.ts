/** Why a call must be confirmed: one sentence per reason, with the part of the call that causes it. */
import { effectNames, type EffectName } from '../../../shared/commands/command-effects.ts';
import { claimWords } from '../call/contributed-tools.ts';
import {
  isOutsideRequested,
  isPlanned,
  type AffectedPath,
  type CommandEffect,
  type ResolvedCall,
  type ResolvedCommand,
} from '../call/call.ts';

export interface Reason {
  readonly sentence: string;
  readonly token: string;
}

/** Most serious first; empty when the user need not be asked. A covered call is asked about only because of the paths it changes. */
export function reasonsToConfirm(call: ResolvedCall, isCovered = false): readonly Reason[] {
  // The sandbox confines every command, and files that may not stay are held back after it ends.
  if (call.native?.end.isSandboxed) return [];
  return [
    ...outside(call),
    ...call.places
      .filter(
        (place) => isProtectedChange(place) && !isInert(place, call) && !isEmptied(place, call),
      )
      .map(({ path, protection }) => ({
        sentence: `${path}: ${protection?.effect ?? ''}`,
        token: path,
      })),
    ...call.places.filter(isSeenElsewhere).map(({ path }) => ({
      sentence: `${path} has another name elsewhere; a change shows there too.`,
      token: path,
    })),
    ...sweeping(call),
    ...losing(call),
    ...ofItsPage(call),
    ...ofNativeTool(call),
    ...ofItsServer(call),
    ...(isCovered ? [] : ofItsKind(call)),
  ];
}

const outside = (call: ResolvedCall): readonly Reason[] =>
  isOutsideRequested(call)
    ? [{ sentence: 'Runs outside the sandbox, with all your rights.', token: 'outside_sandbox' }]
    : [];

/** A change of a protected path, or the use of a file with secrets. */
export const isProtectedChange = ({ use, protection }: AffectedPath): boolean =>
  protection !== null && (protection.isSecret === true || (use !== 'read' && use !== 'list'));

/** In a sandbox such a file is empty, and cannot be moved. */
const isEmptied = ({ protection }: AffectedPath, { command }: ResolvedCall): boolean =>
  protection?.isSecret === true && Boolean(command?.sandbox) && !command?.isOwnGit;

/** The files of which some fields only describe; the table of those is in shared/files/inert-changes.ts. */
const withInertFields: ReadonlySet<string> = new Set(['package.json', 'composer.json']);

/** Protected by that name alone, and the plan shows that nothing that runs changes. */
export const isInert = ({ path, use, protection }: AffectedPath, { plan }: ResolvedCall): boolean =>
  (use === 'write' || use === 'create') &&
  protection !== null &&
  withInertFields.has(protection.name) &&
  isPlanned(plan) &&
  plan.files?.find((file) => file.path === path)?.inert === true;

/** Empty when the call changes no protected file. */
export function whyInert(call: ResolvedCall): string {
  const inert = call.places.find((place) => isInert(place, call));
  return inert ? `Changes nothing that runs in ${inert.path}.` : '';
}

const isSeenElsewhere = ({ use, links }: AffectedPath): boolean =>
  (use === 'write' || use === 'create') && links > 1;

/** Protected files may be among those changed. */
function sweeping({ kind, action, plan }: ResolvedCall): readonly Reason[] {
  if (kind !== 'write' || plan !== 'unknown') return [];
  const sentence = 'Which files it changes is not known beforehand.';
  return [{ sentence, token: action }];
}

/** Not even a small change of such a file could be taken back. */
function losing({ plan }: ResolvedCall): readonly Reason[] {
  const files = isPlanned(plan) ? (plan.files ?? []) : [];
  return files
    .filter(({ lost }) => lost === true)
    .map(({ path }) => ({
      sentence: `${path} is too large to be kept, or cannot be read; this cannot be undone.`,
      token: path,
    }));
}

/** A page's tool acts with the user's login, whatever the page claims about it. */
function ofItsPage({ tool }: ResolvedCall): readonly Reason[] {
  if (tool?.site === undefined) return [];
  const site = siteWords(tool.site);
  return [{ sentence: `It runs in a page of ${site}, as you are signed in there.`, token: site }];
}

/** The tool of an MCP server that the user wants to be asked about, or that claims to destroy. */
function ofItsServer({ tool }: ResolvedCall): readonly Reason[] {
  if (tool?.server?.policy !== 'ask') return [];
  const claim = claimWords(tool.annotations);
  const what = `a tool of the MCP server ${tool.server.name}`;
  const said =
    claim === null ? 'The server does not say what it may change.' : `The server says ${claim}.`;
  return [{ sentence: `It is ${what}. ${said}`, token: tool.name }];
}

/** For a call that is neither a command nor a change of named files: only its name and arguments are known. */
function ofNativeTool({ action, args, native }: ResolvedCall): readonly Reason[] {
  if (!native) return [];
  const { agentName } = native.end;
  if (action === 'native_fetch')
    return [{ sentence: `${agentName} fetches it itself.`, token: String(args['url']) }];
  if (action !== 'native_tool') return [];
  const what =
    args['server'] === undefined ? 'a tool that Gatehouse does not know' : 'another MCP server';
  return [{ sentence: `${agentName} uses ${what}, with all your rights.`, token: native.tool }];
}

export const siteWords = (site: string | null): string => site ?? 'an unknown site';

function ofItsKind({ action, kind, command, tool, native }: ResolvedCall): readonly Reason[] {
  if (kind === 'read' || kind === 'write') return [];
  if (command) return commandReasons(command);
  if (tool?.server) return [];
  if (native) return kind === 'destroy' ? [{ sentence: 'It deletes files.', token: action }] : [];
  const sentence = kind === 'run' ? 'It runs code.' : 'It can delete data.';
  return [{ sentence, token: action }, ...whereItsPluginLikes(tool)];
}

function whereItsPluginLikes(tool: ResolvedCall['tool']): readonly Reason[] {
  if (!tool || tool.own || tool.site !== undefined || tool.pathsIn) return [];
  const sentence = 'Which files it touches, its plugin decides: Gatehouse cannot check that.';
  return [{ sentence, token: tool.pluginId }];
}

/** A longer list would hide the first, most serious reasons. */
const maxReasons = 12;

export function commandReasons({ does }: ResolvedCommand): readonly Reason[] {
  const grave = does.filter(({ effect }) => effect !== 'reads');
  const shown = (grave.length > 0 ? grave : does).toSorted(
    (a, b) => weight(b.effect) - weight(a.effect),
  );
  const reasons = new Map(shown.map((item) => [sentenceOf(item), { ...item }]));
  const all = [...reasons].map(([sentence, { word }]) => ({ sentence, token: word }));
  const more = all.length - maxReasons;
  if (more <= 0) return all;
  const rest = { sentence: `And ${more} more like these.`, token: '' };
  return [...all.slice(0, maxReasons), rest];
}

const weight = (effect: EffectName): number => effectNames.indexOf(effect);

/** Usually begins with a program's name, so it is not capitalised. */
const sentenceOf = ({ effect, sentence }: CommandEffect): string =>
  effect === 'unknown' ? `Not known: ${sentence}.` : `${sentence}.`;
