/** Why a call is confirmed: each reason a sentence, with the word of the call it comes from. */
import { effectNames, type EffectName } from '../../../shared/command-effects.ts';
import type { CommandEffect, Place, SettledCall, SettledCommand } from '../gate/calls.ts';

export interface Reason {
  readonly sentence: string;
  readonly token: string;
}

/** The weightiest first; none means that nobody need be asked. */
export function reasonsToConfirm(call: SettledCall): readonly Reason[] {
  return [
    ...call.places.filter(isProtectedChange).map(({ path, protection }) => ({
      sentence: `${path}: ${protection?.effect ?? ''}`,
      token: path,
    })),
    ...call.places.filter(isSeenElsewhere).map(({ path }) => ({
      sentence: `${path} has another name elsewhere; a change shows there too.`,
      token: path,
    })),
    ...sweeping(call),
    ...ofItsPage(call),
    ...ofItsKind(call),
  ];
}

export const isProtectedChange = ({ use, protection }: Place): boolean =>
  use !== 'read' && use !== 'list' && protection !== null;

const isSeenElsewhere = ({ use, links }: Place): boolean =>
  (use === 'write' || use === 'create') && links > 1;

/** Protected ones may be among them. */
function sweeping({ kind, action, plan }: SettledCall): readonly Reason[] {
  if (kind !== 'write' || plan !== 'unknown') return [];
  const sentence = 'Which files it changes is not known beforehand.';
  return [{ sentence, token: action }];
}

/** Whatever a page says of its own tools: it runs as whoever is signed in there. */
function ofItsPage({ tool }: SettledCall): readonly Reason[] {
  if (tool?.site === undefined) return [];
  const site = siteWords(tool.site);
  return [{ sentence: `It runs in a page of ${site}, as you are signed in there.`, token: site }];
}

export const siteWords = (site: string | null): string => site ?? 'an unknown site';

function ofItsKind({ action, kind, command, tool }: SettledCall): readonly Reason[] {
  if (kind === 'read' || kind === 'write') return [];
  if (command) return commandReasons(command);
  const sentence = kind === 'run' ? 'It runs code.' : 'It destroys something.';
  return [{ sentence, token: action }, ...whereItsPluginLikes(tool)];
}

function whereItsPluginLikes(tool: SettledCall['tool']): readonly Reason[] {
  if (!tool || tool.own || tool.site !== undefined || tool.pathsIn) return [];
  const sentence = 'Which files it touches, its plugin decides: Gatehouse cannot check that.';
  return [{ sentence, token: tool.pluginId }];
}

/** More would only hide the first ones. */
const mostReasons = 12;

function commandReasons({ does }: SettledCommand): readonly Reason[] {
  const grave = does.filter(({ effect }) => effect !== 'reads');
  const told = (grave.length > 0 ? grave : does).toSorted(
    (one, other) => weight(other.effect) - weight(one.effect),
  );
  const reasons = new Map(told.map((one) => [sentenceOf(one), { ...one }]));
  const all = [...reasons].map(([sentence, { word }]) => ({ sentence, token: word }));
  const more = all.length - mostReasons;
  if (more <= 0) return all;
  const rest = { sentence: `And ${more} more like these.`, token: '' };
  return [...all.slice(0, mostReasons), rest];
}

const weight = (effect: EffectName): number => effectNames.indexOf(effect);

/** As a rule it begins with a program's name, which is written as it is. */
const sentenceOf = ({ effect, sentence }: CommandEffect): string =>
  effect === 'unknown' ? `Not known: ${sentence}.` : `${sentence}.`;
