/**
 * The hooks of an agent inside its sandbox. They are those that the Clients page installs, but they report to the
 * port at which Gatehouse is reached in there, without a key: what comes out of that sandbox is that agent. Nobody
 * has to prove anything, because whoever answers in the place of Gatehouse could as well act itself. Pure.
 */
import type { AgentName } from '../../../shared/agents/agent-programs.ts';
import {
  confirmedStatus,
  confirmOption,
  maxHookBytes,
  sandboxedHookRoute,
} from '../../../shared/native/hook-protocol.ts';
import type { NativeClient } from '../../../shared/native/native-call.ts';
import { daySeconds } from '../clients/catalogue/hooks/hook-command.ts';
import type { ClientProgram } from '../clients/catalogue/client-spec.ts';
import type { HookFile } from '../clients/catalogue/hooks/hook-spec.ts';
import { hooksOf } from '../clients/catalogue/hooks/hooks.ts';
import { applyEdits } from '../clients/edit/config-edits.ts';
import { formatOfName } from '../clients/reading/read-config.ts';

export interface AgentSettingsFile {
  /** Below the home folder. */
  readonly path: string;
  readonly text: string;
}

const clients: Readonly<Record<Exclude<AgentName, 'claude'>, NativeClient>> = {
  codex: 'codex',
  opencode: 'opencode',
  gemini: 'gemini',
  copilot: 'copilot',
};

/** Claude Code sends its hooks itself, so that no program has to start. */
export function claudeHooks(mcpUrl: string): Readonly<Record<string, readonly object[]>> {
  const url = new URL(`${sandboxedHookRoute}claude-code`, mcpUrl).href;
  const report = { type: 'http', url };
  const decide = { ...report, timeout: daySeconds, onFailure: 'block' };
  const group = (hook: object): readonly object[] => [{ matcher: '*', hooks: [hook] }];
  return {
    PreToolUse: group(decide),
    PermissionRequest: group(decide),
    PostToolUse: group(report),
    PostToolUseFailure: group(report),
  };
}

/** The files of the agent with its hooks in them, and the program that they start. */
export function withHooks(
  agent: Exclude<AgentName, 'claude'>,
  files: readonly AgentSettingsFile[],
  { folder, mcpUrl }: { readonly folder: string; readonly mcpUrl: string },
  home: string,
): readonly AgentSettingsFile[] {
  const script = `${folder}/gatehouse-hook`;
  const command = { program: '/bin/bash', args: [`${home}/${script}`], env: {} };
  const at = { platform: 'linux', env: {}, home };
  const spec = hooksOf(clients[agent], at);
  const own = spec ? [...spec.files(at), ...(spec.prompts ? [spec.prompts(at)] : [])] : [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const file of own) {
    const name = file.path.slice(home.length + 1);
    texts.set(name, edited(file, texts.get(name) ?? '', command));
  }
  texts.set(script, bridge(new URL(mcpUrl).port));
  return [...texts].map(([path, text]) => ({ path, text }));
}

function edited(file: HookFile, text: string, command: ClientProgram): string {
  const format = formatOfName(file.path);
  const read = format.parse(text);
  const made = file.edits('value' in read ? read.value : {}, { command, trustHashes: {} });
  const [first] = made;
  // A file of ours alone.
  if (first?.kind === 'set' && first.path.length === 0 && typeof first.value === 'string')
    return first.value;
  const applied = applyEdits(format, text, made);
  if ('error' in applied) throw new Error(`${file.path}: ${applied.error.why}`);
  return applied.text;
}

/**
 * As `gatehouse hook` outside: a clear answer, or exit code 2 with words for the model. There may be no Node inside,
 * but there is a shell.
 */
const bridge = (port: string): string => String.raw`#!/bin/bash
# Made by Gatehouse. Reports the agent's own tools from inside its sandbox: hook CLIENT [EVENT] [${confirmOption}].
LC_ALL=C
clear=0
[ "${'$'}{!#}" != ${confirmOption} ] || { clear=${confirmedStatus}; set -- "${'$'}{@:1:$#-1}"; }
trap '' PIPE
no() {
  printf '%s\n' "${'$'}{1:-Gatehouse gave no answer, so this was not run.}" >&2
  exit 2
}
input=$(cat && printf x) || no
input=${'$'}{input%x}
[ "${'$'}{#input}" -le ${maxHookBytes} ] || no 'The call is too large for Gatehouse to check. Split it up.'
{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null || no
printf 'POST ${sandboxedHookRoute}%s HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
  "$2${'$'}{3:+/$3}" "${'$'}{#input}" "$input" >&3 2>/dev/null || no
IFS= read -r status <&3 || no
while IFS= read -r line <&3 && [ "$line" != $'\r' ]; do :; done
body=$(cat <&3)
case $status in
  'HTTP/1.1 200 '*) printf '%s' "$body"; exit "$clear" ;;
  *) no "$body" ;;
esac
`;
