/** Which hooks are about the same call: several clients send no id, and some name a call twice in different forms. */
import path from 'node:path';
import type { NativeFileChange, NativeRequest } from '../../../shared/native/native-call.ts';
import type { AfterEvent, AskedEvent } from './open-call.ts';

type ToolCallEvent = AskedEvent | AfterEvent;

/** Only made absolute; links, `..` and NUL are for the gate to judge. */
export const placeAt = (name: string, cwd: string): string =>
  path.isAbsolute(name) ? name : `${cwd}/${name}`;

/** What is asked for and where, without the tool's name: one client writes it in two ways. */
export function requestKey({
  request,
  args,
  cwd,
}: Pick<ToolCallEvent, 'request' | 'args' | 'cwd'>): string {
  switch (request.kind) {
    case 'command':
      return JSON.stringify(['command', cwd, request.line, request.inBackground]);
    case 'edit':
      // Without texts, the arguments alone tell two edits of one file apart.
      return JSON.stringify(['edit', filesAt(request.files, cwd), hasNoTexts(request) ? args : 0]);
    case 'fetch':
      return JSON.stringify(['fetch', cwd, request.url]);
    case 'mcp-tool':
      return JSON.stringify(['mcp', cwd, request.server, request.tool, args]);
    case 'unknown-tool':
      return JSON.stringify(['unknown-tool', cwd, request.tool, args]);
    case 'read':
    case 'harmless':
    case 'sub-agent':
    case 'gatehouse-tool':
      return JSON.stringify([request.kind, args]);
  }
}

const filesAt = (files: readonly NativeFileChange[], cwd: string): readonly NativeFileChange[] =>
  files.map((file) => ({
    ...file,
    path: placeAt(file.path, cwd),
    ...(file.to === undefined ? {} : { to: placeAt(file.to, cwd) }),
  }));

/** The files alone, for a prompt that does not repeat the texts of its edit. */
export function filesKey({ request, cwd }: Pick<ToolCallEvent, 'request' | 'cwd'>): string | null {
  if (request.kind !== 'edit') return null;
  return JSON.stringify(
    filesAt(request.files, cwd)
      .map((file) => file.path)
      .toSorted(),
  );
}

export const hasNoTexts = (request: NativeRequest): boolean =>
  request.kind === 'edit' &&
  request.files.every(({ newText, replacements }) => newText === undefined && !replacements);

/** An id decides where both have one; otherwise what is asked for does. */
export function isSameCall(a: ToolCallEvent, b: ToolCallEvent): boolean {
  const isSame = requestKey(a) === requestKey(b);
  if (a.callId !== null && b.callId !== null) return isSame && a.callId === b.callId;
  return isSame;
}

export const isSameAgent = (
  a: Pick<ToolCallEvent, 'conversation' | 'subAgent'>,
  b: Pick<ToolCallEvent, 'conversation' | 'subAgent'>,
): boolean => a.conversation === b.conversation && a.subAgent === b.subAgent;
