/** The effects of a call: one line, and one more for each protected file that a command changes. */
import type { ConfirmAsk, ShownCommand } from '../../../shared/asks/asks.ts';
import { isGravePart } from '../../../shared/asks/part-answers.ts';
import { withShortPaths } from '../../text/place-names.ts';
import type { EffectTone } from '../frame/effect-line.tsx';
import { effectText } from './confirm-text.ts';
import { headlineOf } from './headline.ts';

export interface Effect {
  readonly text: string;
  readonly tone: EffectTone;
}

export interface Effects {
  readonly lines: readonly Effect[];
  /** Reasons that only the details name. */
  readonly more: number;
}

/** More would hide the first, which weighs most. */
const maxLines = 3;

export function effectsOf(ask: ConfirmAsk): Effects {
  const first = ofLoss(ask) ?? (ask.command && ofCommand(ask, ask.command)) ?? ofReason(ask);
  const others = ask.because
    .map((reason) => shortReason(reason, ask))
    .filter((reason, index) => isAboutPath(ask, index) && reason !== first.text)
    .map((text): Effect => ({ text, tone: 'warn' }));
  const own: readonly Effect[] = ask.native
    ? [{ text: effectText.byAgent(ask.native), tone: 'plain' }]
    : [];
  const lines = [first, ...own, ...others].filter(({ text }) => text !== '');
  return { lines: lines.slice(0, maxLines), more: Math.max(0, lines.length - maxLines) };
}

/** Without the path that the headline names. */
function shortReason(reason: string, ask: ConfirmAsk): string {
  const short = withShortPaths(reason, ask.folders);
  const [path, ...rest] = short.split(': ');
  return rest.length > 0 && headlineOf(ask).endsWith(` ${path}`) ? rest.join(': ') : short;
}

/** Reasons about a protected path begin with it. */
const isAboutPath = ({ because }: ConfirmAsk, index: number): boolean =>
  /^(?:\/|[A-Z]:\\)/.test(because[index] ?? '');

function ofLoss({ typeToAllow, command }: ConfirmAsk): Effect | null {
  if (typeToAllow === null) return null;
  const grave = (command?.parts ?? []).flatMap((part, at) => (isGravePart(part) ? [at + 1] : []));
  const text = grave.length === 0 ? effectText.cannotBeUndone : effectText.partsCannot(grave);
  return { text, tone: 'danger' };
}

function ofCommand({ because, family }: ConfirmAsk, command: ShownCommand): Effect | null {
  const { effects, sandbox } = command;
  if (sandbox?.kind === 'not-sandboxed' && sandbox.isRequested)
    return { text: effectText.outsideTheSandbox, tone: 'warn' };
  if (sandbox?.kind === 'sandboxed') return reasonOf(because);
  if (effects.includes('unknown')) return { text: effectText.notKnown, tone: 'warn' };
  if (effects.includes('runs-other-code')) {
    return { text: family ? effectText.projectCode : effectText.otherCode, tone: 'warn' };
  }
  return reasonOf(because);
}

/** The weightiest reason that is not about a path. */
function reasonOf(because: readonly string[]): Effect | null {
  const reason = because.find((item) => !/^(?:\/|[A-Z]:\\)/.test(item));
  return reason === undefined ? null : { text: reason, tone: 'plain' };
}

/** The first reason; danger where a protected file changes. */
function ofReason(ask: ConfirmAsk): Effect {
  const [reason = ''] = ask.because;
  const isDanger = isAboutPath(ask, 0) || ask.changes.some(({ isProtected }) => isProtected);
  return { text: shortReason(reason, ask), tone: isDanger ? 'warn' : 'plain' };
}
