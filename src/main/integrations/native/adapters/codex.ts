/**
 * Codex: PreToolUse, PermissionRequest and PostToolUse hooks in Claude Code's format. Every shell
 * tool is called Bash, with its folder as `cwd`; `write_stdin` triggers no hook at all.
 */
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { filesInPatch } from './apply-patch.ts';
import { answerPermission, readClaudeForm } from './claude-code.ts';
import { toolInName } from './gatehouse-tools.ts';
import { answerToOther, isQuestion, messageOf, print, releaseOf, silent } from './hook-answers.ts';
import { fieldsOf, hasOnly, onlyOf, readSafely, textIn, type InputFields } from './input-fields.ts';
import { command, eachOf, harmless, requestOf, startsSubAgent, toolTable } from './tool-table.ts';

const tools = toolTable({
  Bash: command(['description'], () => false),
  apply_patch: (args) => {
    if (!hasOnly(args, ['command', 'input', 'description'])) return null;
    const patch = onlyOf(textIn, args, ['command', 'input']);
    const files = patch === undefined ? null : filesInPatch(patch);
    return files && { kind: 'edit', files };
  },
  ...eachOf(['spawn_agent', 'Task', 'Agent'], () => startsSubAgent('description', 'message')),
  ...eachOf(
    [
      ...['update_plan', 'request_user_input', 'wait_agent', 'close_agent', 'interrupt_agent'],
      ...['list_agents', 'send_input', 'send_message', 'followup_task'],
    ],
    harmless,
  ),
});

const ignoredEvents: ReadonlySet<string> = new Set([
  ...['UserPromptSubmit', 'Stop', 'SubagentStart', 'SubagentStop', 'Notification'],
  ...['PreCompact', 'PostCompact'],
]);

export const codex: NativeAdapter = {
  client: 'codex',
  testedVersion: '0.166.0',
  read: (input) => readSafely(() => readInput(fieldsOf(input))),
  answer,
};

function readInput(input: InputFields): NativeEvent {
  const event = readClaudeForm(input, { requestFor, ignoredEvents });
  // The justification is among the arguments of a permission request only. Without it, they equal
  // those of the call itself, which shows that both are the same.
  if (event.kind === 'permission') return { ...event, args: withoutReason(fieldsOf(event.args)) };
  return event.kind === 'after' ? { ...event, ...exitOf(event.text) } : event;
}

function withoutReason({ description: _description, ...args }: InputFields): InputFields {
  return args;
}

function requestFor(tool: string, args: InputFields): NativeRequest {
  const mcp = tool.startsWith('mcp__') ? toolInName(tool.slice('mcp__'.length), '__') : null;
  // Its sub-agent tools have their group's name as a prefix: multi_agent_v1wait_agent.
  return mcp ?? requestOf(tools, tool.replace(/^multi_agent_v\d+/, ''), args);
}

/** Only some tools report an exit code, as the first line. */
function exitOf(text: string | undefined): { exitCode?: number; succeeded?: boolean } {
  const code = /^Exit code: (?<code>\d{1,9})\n/.exec(text ?? '')?.groups?.['code'];
  return code === undefined ? {} : { exitCode: Number(code), succeeded: Number(code) === 0 };
}

/** Codex treats "allow" from PreToolUse as a failed hook; an empty answer allows the call. */
function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (!isQuestion(event)) return answerToOther(event);
  if (event.kind === 'permission') return answerPermission(releaseOf(event, verdict));
  if (verdict.kind !== 'deny') return silent;
  return print({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: messageOf(verdict),
    },
  });
}
