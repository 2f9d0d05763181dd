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

/** One program of a command line with several. */
export interface ShownPart extends PartStreams {
  readonly argv: readonly string[];
  readonly program: string;
  readonly programFile: string | null;
  readonly effects: readonly EffectName[];
  readonly join: PartJoin;
  /** What it does, as sentences, most severe first. */
  readonly does: readonly string[];
}

/** What a call would start. */
export interface ShownCommand {
  /** Left out for a single program. */
  readonly parts?: readonly ShownPart[];
  /** The program first; empty if the executor determines the command. */
  readonly argv: readonly string[];
  /** Absolute path as found on PATH; null if the project decides which program it is. */
  readonly program: string | null;
  /** The same path with links resolved. */
  readonly programFile: string | null;
  readonly cwd: string | null;
  /** The command as defined in the project's own files; empty if it is not defined there. */
  readonly says: string;
  readonly effects: readonly EffectName[];
  /** The names of the environment variables passed to it. */
  readonly environment: readonly string[];
  /** Why it can only be allowed once; empty if that is not the case. */
  readonly whyOnce: string;
  /** Left out if unknown, as for text typed into a terminal. */
  readonly sandbox?: ShownSandbox;
}

/** Where a command runs. */
export type ShownSandbox =
  | { readonly kind: 'sandboxed' }
  /** With all the user's rights; `why` is a sentence. */
  | { readonly kind: 'not-sandboxed'; readonly why: string; readonly isRequested: boolean };

/** What would happen to one file. */
export interface ShownChange {
  readonly path: string;
  /** Hunks of a unified diff. */
  readonly diff: string;
  readonly isProtected: boolean;
}

/** A file that a sandboxed command created and that would run by itself. It is in the trash. */
export interface ShownHeldBack {
  readonly path: string;
  /** The granted folder that contained it. */
  readonly within: string;
  /** What it would do, in one sentence. */
  readonly effect: string;
  readonly change: 'created' | 'changed';
  readonly trashId: string;
  /** The command's arguments; empty if unknown. */
  readonly command: readonly string[];
  /** The ledger entry of the command. */
  readonly ofEntry: string;
}

/** A question of an MCP server to the user. All of its text comes from the server. */
export interface ShownServerInput {
  readonly server: string;
  readonly message: string;
  /** The call in progress; null if unknown. */
  readonly during: string | null;
  /** Empty for a question about a page. */
  readonly fields: readonly InputField[];
  /** The page that the server wants to open; null for a form. */
  readonly page: { readonly url: string; readonly host: string } | null;
}

/** The parts of a rule about one exact call. */
export type ExactRuleDraft = {
  readonly [Part in 'exactly' | 'exactCall' | 'exactSentence']: NonNullable<Rule[Part]>;
};

/**
 * A program and its first word in one folder, which the user can allow for longer: for the session
 * with the answer `session`, or permanently with a rule. Both run the project's code, whatever the
 * arguments.
 */
export interface ShownFamily extends RuleCommand {
  /** The folder in which it is started. */
  readonly folder: string;
}

/** The agent would do it itself, with one of its own tools. */
export interface ShownNative {
  readonly agentName: string;
  readonly tool: string;
}

/** One call that needs confirmation, shown as the exact bytes that would run. */
export interface ConfirmAsk {
  readonly kind: 'confirm';
  readonly askId: AskId;
  readonly agent: Agent;
  readonly sessionId: SessionId;
  readonly action: string;
  readonly actionKind: ActionKind;
  /** In plain words, composed by Gatehouse. */
  readonly sentence: string;
  /** The arguments as they would run, as formatted JSON. */
  readonly exact: string;
  /** SHA-256 of the call alone: an identical call has the same fingerprint. */
  readonly callDigest: string;
  /** SHA-256 of everything shown, including file contents. An answer applies to exactly this. */
  readonly digest: string;
  /** Why the user is asked, as sentences, most severe first. */
  readonly because: readonly string[];
  /** The rule that asks, and the word of the call it refers to. */
  readonly explain: string;
  /** The connection it is about; left out for all other asks. */
  readonly network?: ShownConnection;
  /** The held-back file it is about; left out for all other asks. */
  readonly heldBack?: ShownHeldBack;
  /** The MCP server's question; left out for all other asks. */
  readonly serverInput?: ShownServerInput;
  /** Null if it starts no program. */
  readonly command: ShownCommand | null;
  /** All files that would change, if the arguments do not name them; protected ones first. */
  readonly changes: readonly ShownChange[];
  /** Some matching files were skipped and stay unchanged. */
  readonly isIncomplete: boolean;
  /** The granted folders it works in. */
  readonly folders: readonly string[];
  /** The editor that would currently run it; null if none would. */
  readonly carriedOutBy: string | null;
  /**
   * Whether the lost content can be restored; null if nothing would be lost, or it is unknown.
   */
  readonly recoverability: string | null;
  /** What the user has to type before Allow, because the loss is permanent; null if nothing. */
  readonly typeToAllow: string | null;
  /** What "for this session" would allow, in words; null if it is not offered. */
  readonly forSession: string | null;
  /** What a lasting approval covers if it is more than this exact call; left out otherwise. */
  readonly family?: ShownFamily;
  /** Left out for calls that Gatehouse would carry out. */
  readonly native?: ShownNative;
  /** Null if no rule can be made for exactly this call. */
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
    /** The positions of the parts to run; left out: all. Piped parts belong together. */
    parts: z.array(z.int().min(0).max(maxParts)).min(1).max(maxParts).optional(),
  }),
  z.strictObject({
    kind: z.literal('session'),
    /** All package registries, not only the host shown. */
    set: z.literal('package-registries').optional(),
  }),
  /** The answers to an MCP server's form; for a page, permission to open it. */
  z.strictObject({ kind: z.literal('submit'), content: z.record(z.string(), inputValue) }),
  z.strictObject({ kind: z.literal('change'), text: words.min(1) }),
  z.strictObject({ kind: z.literal('deny'), reason: words }),
  z.strictObject({ kind: z.literal('deny-kind'), reason: words }),
]);
export type AskAnswer = z.infer<typeof AskAnswer>;

/** Whether this kind of answer is valid for this ask. */
export function fits(answer: AskAnswer, ask: Ask): boolean {
  if (answer.kind === 'deny') return true;
  if (ask.kind === 'confirm' && ask.serverInput) return answer.kind === 'submit';
  if (answer.kind === 'submit') return false;
  return (answer.kind === 'allow') === (ask.kind === 'access');
}

const yes: readonly AskAnswer['kind'][] = ['allow', 'once', 'session', 'submit'];

export const isYes = ({ kind }: AskAnswer): boolean => yes.includes(kind);

/** The user's earlier answers to this agent for the same action. */
export interface AskHistory {
  readonly allowed: number;
  readonly denied: number;
  /** How many of these were in every folder of this ask. */
  readonly inFolder: number;
  /** When the user last answered; null if never. */
  readonly lastAt: number | null;
  /** The start of the counted period. */
  readonly since: number;
}
