/**
 * The file with an agent's login. A copy of it goes into the sandbox, and nothing comes back,
 * because any code in the sandbox may have changed the copy.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { AgentLogin } from '../../../shared/agents/agent-programs.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

const maxBytes = 256 * 1024;
const maxDepth = 8;

/** The user's own file as it was when the agent started. */
export interface ReadLogin {
  readonly file: string;
  readonly text: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether it contains something that the agent renews. */
  readonly isRenewed: boolean;
}

/** Null if there is none; a reason if it is not usable. */
export function readLogin(home: string, login: AgentLogin): ReadLogin | null | string {
  const file = path.join(home, login.file);
  const text = plainText(file);
  if (text === null) return null;
  if (text instanceof Error) return `${file}: ${text.message}`;
  const content = objectIn(text);
  if (content === null) return `${file} is not a JSON object.`;
  const { renewed } = login;
  const isRenewed = leavesOf(content).some(
    ({ name, value }) => /refresh/i.test(name) && renewed.includes(name) && value !== null,
  );
  return { file, text, content, isRenewed };
}

/**
 * A sentence for the entry if the copy was changed, otherwise null. It is never written back to
 * the user's file: any code in the sandbox could put tokens of another account there, and neither
 * an opaque token nor the unchecked account name beside it shows whose they are.
 */
export function noteOnLogin(copy: string, before: ReadLogin): string | null {
  const text = plainText(copy);
  if (text === before.text || text === null) return null;
  return 'Its login changed inside and was not written back; if yours no longer works, log in again.';
}

function leavesOf(
  value: Readonly<Record<string, unknown>>,
  depth = 0,
): readonly { readonly name: string; readonly value: unknown }[] {
  if (depth > maxDepth) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isObject(item) ? leavesOf(item, depth + 1) : [{ name, value: item }],
  );
}

/** Only a regular file that belongs to the user; null if there is none. */
function plainText(file: string): string | Error | null {
  let fd: number;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = systemErrorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? null
      : new Error(`it cannot be read (${code})`);
  }
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile() || stat.uid !== process.getuid?.()) return new Error('it is no plain file');
    if (stat.size > maxBytes) return new Error('it is too large');
    return fs.readFileSync(fd, 'utf8').slice(0, maxBytes);
  } catch (error) {
    return new Error(`it cannot be read (${systemErrorCode(error) ?? 'unknown'})`);
  } finally {
    fs.closeSync(fd);
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
