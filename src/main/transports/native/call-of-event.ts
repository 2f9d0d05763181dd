/** The call that an event asks about, as the gate takes it. Pure. */
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import {
  isNativeAction,
  maxNativeFiles,
  type NativeFile,
} from '../../../shared/native/native-actions.ts';
import type { NativeFileChange } from '../../../shared/native/native-call.ts';
import type { Call, JudgedAs } from '../../core/core.ts';
import type { AskedEvent } from './open-call.ts';
import { placeAt } from './same-call.ts';

/** Null for what needs no decision: it only reads, stays in the conversation, or passes the gate itself. */
export function callOf(event: AskedEvent): Omit<Call, 'native'> | null {
  const { request, tool, args, cwd, reason } = event;
  const about = { tool, ...reasonIn(reason) };
  switch (request.kind) {
    case 'read':
    case 'harmless':
    case 'sub-agent':
    case 'gatehouse-tool':
      return null;
    case 'command': {
      const background = request.inBackground ? { in_background: true } : {};
      return {
        action: 'native_command',
        args: { ...about, command: request.line, cwd, ...background },
      };
    }
    case 'edit': {
      const files = request.files.map((file) => fileAt(file, cwd));
      const paths = files.flatMap(({ path: at, to }) => (to === undefined ? [at] : [at, to]));
      return { action: 'native_edit', args: { ...about, paths, files } };
    }
    case 'fetch':
      return { action: 'native_fetch', args: { ...about, url: request.url, cwd } };
    case 'mcp-tool': {
      const { server, tool: name } = request;
      return {
        action: 'native_tool',
        args: { ...about, tool: name, server, cwd, input: args },
      };
    }
    case 'unknown-tool':
      return { action: 'native_tool', args: { ...about, cwd, input: args } };
  }
}

function fileAt(file: NativeFileChange, cwd: string): NativeFile {
  const { change, to, newText, replacements } = file;
  return {
    path: placeAt(file.path, cwd),
    change,
    ...(to === undefined ? {} : { to: placeAt(to, cwd) }),
    ...(newText === undefined ? {} : { new_text: newText }),
    ...(replacements
      ? {
          replacements: replacements.map(({ oldText, newText: text, all, at }) => ({
            old_text: oldText,
            new_text: text,
            all,
            ...(at === undefined ? {} : { at }),
          })),
        }
      : {}),
  };
}

const reasonIn = (reason: string | undefined) =>
  reason === undefined ? {} : { reason: reason.slice(0, 2000) };

interface CallInSandbox {
  readonly call: Omit<Call, 'native'>;
  readonly judgedAs: JudgedAs | null;
}

/**
 * The same for an agent that runs inside a sandbox. Places that are only there (its private home, `/tmp`) cannot be
 * found from outside, so such a call is recorded as the tool with its arguments, in a folder of the session.
 */
export function callInSandbox(event: AskedEvent, folders: readonly string[]): CallInSandbox | null {
  const call = callOf(event);
  if (call === null) return null;
  const { tool, args, reason, request, cwd } = event;
  const [first] = folders;
  const edited = request.kind === 'edit' ? request.files : [];
  // The gate refuses so many; they are not looked at one by one.
  if (first === undefined || edited.length > maxNativeFiles) return { call, judgedAs: null };
  const isHere = (place: string): boolean =>
    folders.some((folder) => isInside(path.normalize(place), folder));
  if (placesIn(call.args).every(isHere)) return { call, judgedAs: null };
  const server = request.kind === 'mcp-tool' ? { server: request.server } : {};
  const files = edited.map((file) => fileAt(file, cwd));
  return {
    call: {
      action: 'native_tool',
      args: { tool, ...server, cwd: first, input: args, ...reasonIn(reason) },
    },
    judgedAs: isNativeAction(call.action)
      ? {
          action: call.action,
          files: request.kind === 'edit' ? files.flatMap((file) => partHere(file, isHere)) : null,
          changes: files.map(({ change }) => change),
        }
      : null,
  };
}

/** Of a move in or out, the half that is here. */
function partHere(file: NativeFile, isHere: (place: string) => boolean): readonly NativeFile[] {
  const { path: from, to } = file;
  if (to === undefined) return isHere(from) ? [file] : [];
  if (isHere(from)) return [isHere(to) ? file : { path: from, change: 'delete' }];
  return isHere(to) ? [{ path: to, change: 'create' }] : [];
}

function placesIn(args: unknown): readonly string[] {
  const { cwd, paths } = isObject(args) ? args : {};
  const named: readonly unknown[] = Array.isArray(paths) ? paths : [cwd];
  return named.filter((place) => typeof place === 'string');
}
