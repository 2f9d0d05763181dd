/**
 * The app's log file, one line per message: `time level name text`. GATEHOUSE_LOG sets the levels
 * (`debug`, or `mcp:debug,workbench:warn`) and copies the lines to stderr. Control characters are
 * escaped, so no message can fake a second line.
 */
import fs from 'node:fs';
import path from 'node:path';
import { visibleText } from '../../../shared/base/visible-text.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

/** Each function can be passed separately, for example as an `onError` callback. */
export interface Logger extends Readonly<Record<LogLevel, (text: string) => void>> {
  /** Lets callers skip work that only a debug line needs. */
  readonly debugEnabled: boolean;
}

export interface Log {
  /** A logger for one part of the app, such as `mcp`; GATEHOUSE_LOG refers to this name. */
  named(name: string): Logger;
}

const maxFileBytes = 5 * 1024 * 1024;
const defaultLevel: LogLevel = 'info';

export function openLog(
  dataDir: string,
  now: () => number,
  rules = process.env['GATEHOUSE_LOG'] ?? '',
): Log {
  const write = lineWriter(path.join(dataDir, 'gatehouse.log'), rules !== '');
  const levelOf = parseLevelRules(rules);
  const named = (name: string): Logger => {
    const lowest = levels.indexOf(levelOf(name));
    const at = (level: LogLevel): Logger['info'] => {
      if (levels.indexOf(level) < lowest) return () => undefined;
      return (text) => {
        const line = visibleText(text, { keepSpaces: true });
        write(`${new Date(now()).toISOString()} ${level} ${name} ${line}\n`);
      };
    };
    const debugEnabled = lowest === 0;
    return {
      debugEnabled,
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
    };
  };
  return { named };
}

/** `debug` sets the level of all names, `mcp:debug` of one. An unknown level is ignored. */
export function parseLevelRules(rules: string): (name: string) => LogLevel {
  let common: LogLevel = defaultLevel;
  const byName = new Map<string, LogLevel>();
  for (const rule of rules.toLowerCase().split(',')) {
    const [first = '', second] = rule.split(':').map((part) => part.trim());
    const level = levels.find((known) => known === (second ?? first));
    if (level === undefined) continue;
    if (second === undefined || first === '*') common = level;
    else byName.set(first, level);
  }
  return (name) => byName.get(name) ?? common;
}

/** Appends to the file; a file that is too large becomes `gatehouse.log.1`. */
function lineWriter(file: string, alsoToStderr: boolean): (line: string) => void {
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return (line) => {
    if (alsoToStderr) process.stderr.write(line);
    try {
      if (size > maxFileBytes) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      if (!alsoToStderr) process.stderr.write(line);
    }
  };
}
