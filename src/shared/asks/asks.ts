/** Asks that wait for the user, and the possible answers. */
import { z } from 'zod';
import { AllowAccess, type AccessAsk, type Agent } from '../access/access.ts';
import type { ActionKind } from '../actions/actions.ts';
import { maxParts, type PartJoin, type PartStreams } from '../commands/command-parts.ts';
import type { EffectName } from '../commands/command-effects.ts';
import type { AskId, SessionId } from '../base/ids.ts';
import type { ShownConnection } from '../network/connection.ts';
import { longestText, type InputField } from '../servers/input-form.ts';
import type { Rule, RuleCommand } from '../rules/rules.ts';
import { maxReasonLength } from '../access/session-limits.ts';

/** One program of a line of several. */
export interface ShownPart extends PartStreams {
  readonly argv: readonly string[];
  readonly program: string;
  readonly programFile: string | null;
  readonly effects: readonly EffectName[];
  readonly join: PartJoin;
  /** What it does: each a sentence, the weightiest first. */
  readonly does: readonly string[];
}

/** What a call would start. */
export interface ShownCommand {
  /** Left out for a single program. */
  readonly parts?: readonly ShownPart[];
  /** The program first; empty where the executor determines the command. */
  readonly argv: readonly string[];
  /** Absolute path as found on PATH; null where the project decides which. */
  readonly program: string | null;
  /** The same with links followed. */
  readonly programFile: string | null;
  readonly cwd: string | null;
  /** The command as the project's own files describe it; empty when they do not. */
  readonly says: string;
  readonly effects: readonly EffectName[];
  /** The names of the variables it is given. */
  readonly environment: readonly string[];
  /** Why it can only be allowed once; empty where that is not so. */
  readonly whyOnce: string;
  /** Left out where it is unknown, as for text typed into a terminal. */
  readonly sandbox?: ShownSandbox;
}

/** Where a command runs. */
export type ShownSandbox =
  | { readonly kind: 'sandboxed' }
  /** With all the user's rights; `why` is a sentence. */
  | { readonly kind: 'not-sandboxed'; readonly why: string; readonly isRequested: boolean };

/** What would become of one file. */
export interface ShownChange {
  readonly path: string;
  /** Hunks of a unified diff. */
  readonly diff: string;
  readonly isProtected: boolean;
}

/** A file that a sandboxed command left, and that would run by itself. It is in the trash. */
export interface ShownHeldBack {
  readonly path: string;
  /** The granted folder that it was in. */
  readonly within: string;
  /** What it would do, in one sentence. */
  readonly effect: string;
  readonly change: 'created' | 'changed';
  readonly trashId: string;
  /** The words of the command; empty where they are not known. */
  readonly command: readonly string[];
  /** The entry of the command. */
  readonly ofEntry: string;
}

/** What an MCP server wants to know of the user. Every word of it is the server's. */
export interface ShownServerInput {
  readonly server: string;
  readonly message: string;
  /** The call that was under way; null where it is not known. */
  readonly during: string | null;
  /** Empty where it is about a page. */
  readonly fields: readonly InputField[];
  /** The page that the server wants to be opened; null for a form. */
  readonly page: { readonly url: string; readonly host: string } | null;
}

/** The parts of a rule that are about one exact call. */
export type ExactRuleDraft = {
  readonly [Part in 'exactly' | 'exactCall' | 'exactSentence']: NonNullable<Rule[Part]>;
};

/**
 * A program and its first word in one folder, for which a yes can be kept: for the session with the answer
 * `session`, for longer with a rule. Code of the project runs each time, whatever the arguments.
 */
export interface ShownFamily extends RuleCommand {
  /** The folder that it is started in. */
  readonly folder: string;
}

/** The agent would carry it out itself, with a tool of its own. */
export interface ShownNative {
  readonly agentName: string;
  readonly tool: string;
}

/** One call that may not run without a second look, shown as the exact bytes that would run. */
export interface ConfirmAsk {
  readonly kind: 'confirm';
  readonly askId: AskId;
  readonly agent: Agent;
  readonly sessionId: SessionId;
  readonly action: string;
  readonly actionKind: ActionKind;
  /** In plain words, built by us. */
  readonly sentence: string;
  /** The arguments as they would run, as pretty JSON. */
  readonly exact: string;
  /** SHA-256 of the call alone: the same call again has the same. */
  readonly callDigest: string;
  /** SHA-256 of everything shown, including the files' contents. An answer applies to exactly this. */
  readonly digest: string;
  /** Why we ask: each a sentence, the weightiest first. */
  readonly because: readonly string[];
  /** Which rule asks, and of which word of the call it speaks. */
  readonly explain: string;
  /** The connection that it is about; left out for every other ask. */
  readonly network?: ShownConnection;
  /** The held-back file that it is about; left out for every other ask. */
  readonly heldBack?: ShownHeldBack;
  /** What an MCP server wants to know; left out for every other ask. */
  readonly serverInput?: ShownServerInput;
  /** Null where it starts no program. */
  readonly command: ShownCommand | null;
  /** All files that would change, where the arguments do not say it; protected ones first. */
  readonly changes: readonly ShownChange[];
  /** Some files that would fit were passed over, and stay as they are. */
  readonly isIncomplete: boolean;
  /** The granted folders it works in. */
  readonly folders: readonly string[];
  /** The editor that would carry it out as things stand; null where no editor would. */
  readonly carriedOutBy: string | null;
  /** Whether the lost content can be restored; null where nothing would be lost, or it is unknown. */
  readonly recoverability: string | null;
  /** What the user has to type before Allow, because the loss is permanent; null when nothing. */
  readonly typeToAllow: string | null;
  /** What "for this session" would allow, in words; null where it may not be offered. */
  readonly forSession: string | null;
  /** What a kept yes covers instead of exactly this call; left out where it covers only that. */
  readonly family?: ShownFamily;
  /** Left out for what Gatehouse would have carried out. */
  readonly native?: ShownNative;
  /** Null where no rule can be kept for exactly this call. */
  readonly ruleDraft: ExactRuleDraft | null;
  readonly askedAt: number;
  readonly deadline: number;
  readonly waiting: number;
}

export type Ask = AccessAsk | ConfirmAsk;

const words = z.string().max(maxReasonLength);
const inputText = z.string().max(longestText);
const inputValue = z.union([inputText, z.number(), z.boolean(), z.array(inputText).max(200)]);

export const AskAnswer = z.discriminatedUnion('kind', [
  AllowAccess,
  z.strictObject({
    kind: z.literal('once'),
    /** Which parts of a line run, by their place in it; left out: all. Piped parts go together. */
    parts: z.array(z.int().min(0).max(maxParts)).min(1).max(maxParts).optional(),
  }),
  z.strictObject({
    kind: z.literal('session'),
    /** All package registries, not only the host that is shown. */
    set: z.literal('package-registries').optional(),
  }),
  /** What an MCP server asked for, or for a page, that it may be opened. */
  z.strictObject({ kind: z.literal('submit'), content: z.record(z.string(), inputValue) }),
  z.strictObject({ kind: z.literal('change'), text: words.min(1) }),
  z.strictObject({ kind: z.literal('deny'), reason: words }),
  z.strictObject({ kind: z.literal('deny-kind'), reason: words }),
]);
export type AskAnswer = z.infer<typeof AskAnswer>;

/** Whether a word answers this question at all. */
export function fits(answer: AskAnswer, ask: Ask): boolean {
  if (answer.kind === 'deny') return true;
  if (ask.kind === 'confirm' && ask.serverInput) return answer.kind === 'submit';
  if (answer.kind === 'submit') return false;
  return (answer.kind === 'allow') === (ask.kind === 'access');
}

const yes: readonly AskAnswer['kind'][] = ['allow', 'once', 'session', 'submit'];

export const isYes = ({ kind }: AskAnswer): boolean => yes.includes(kind);

/** What this person has answered this agent before, for the same action. */
export interface AskHistory {
  readonly allowed: number;
  readonly denied: number;
  /** Of all these in every folder that this ask is about. */
  readonly inFolder: number;
  /** When they last answered; null when never. */
  readonly lastAt: number | null;
  /** Since when it is counted. */
  readonly since: number;
}
