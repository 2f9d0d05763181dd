import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLog, parseLevelRules } from '../../src/main/platform/system/log.ts';
import { put, scratch } from '../fakes/scratch.ts';

const now = (): number => Date.UTC(2030, 0, 1);
const logFile = (folder: string): string => path.join(folder, 'gatehouse.log');

describe('the log', () => {
  test('writes one line per message, readable by the user only', () => {
    const folder = scratch();
    const log = openLog(folder, now).named('app');
    log.info('started');
    log.error('the disk is full');
    expect(fs.readFileSync(logFile(folder), 'utf8')).toBe(
      '2030-01-01T00:00:00.000Z info app started\n2030-01-01T00:00:00.000Z error app the disk is full\n',
    );
    expect(fs.statSync(logFile(folder)).mode & 0o777).toBe(0o600);
  });

  test('a message cannot fake a second line', () => {
    const folder = scratch();
    openLog(folder, now)
      .named('app')
      .info('a\n2030-01-01T00:00:00.000Z info all is well\r\u2028\u001B[2J');
    const text = fs.readFileSync(logFile(folder), 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('a⟨U+000A⟩2030');
    for (const hidden of ['\r', '\u2028', '\u001B']) expect(text).not.toContain(hidden);
  });

  test('a large file from the last run becomes gatehouse.log.1', () => {
    const folder = scratch();
    put(folder, 'gatehouse.log', 'x'.repeat(5 * 1024 * 1024 + 1));
    openLog(folder, now).named('app').info('new');
    expect(fs.readFileSync(logFile(folder), 'utf8')).toContain('info app new');
    expect(fs.statSync(`${logFile(folder)}.1`).size).toBe(5 * 1024 * 1024 + 1);
  });

  test('a file that grows too large while in use becomes gatehouse.log.1', () => {
    const folder = scratch();
    const log = openLog(folder, now).named('app');
    for (let n = 0; n < 7; n += 1) log.info('x'.repeat(1024 * 1024));
    expect(fs.statSync(logFile(folder)).size).toBeLessThan(3 * 1024 * 1024);
    expect(fs.existsSync(`${logFile(folder)}.1`)).toBe(true);
  });

  test('a line that cannot be written to the file goes to stderr', () => {
    const folder = scratch();
    fs.mkdirSync(logFile(folder));
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    openLog(folder, now).named('mcp').error('disk full');
    expect(stderr).toHaveBeenCalledWith('2030-01-01T00:00:00.000Z error mcp disk full\n');
  });

  test('GATEHOUSE_LOG sets the level per name and copies the lines to stderr', () => {
    const folder = scratch();
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const log = openLog(folder, now, 'mcp:debug,workbench:error');
    log.named('mcp').debug('tools/call');
    log.named('workbench').warn('slow');
    log.named('workbench').error('ended');
    log.named('browser').debug('not written');
    const lines =
      '2030-01-01T00:00:00.000Z debug mcp tools/call\n2030-01-01T00:00:00.000Z error workbench ended\n';
    expect(fs.readFileSync(logFile(folder), 'utf8')).toBe(lines);
    expect(stderr.mock.calls.map(([line]) => line).join('')).toBe(lines);
  });

  test('without GATEHOUSE_LOG nothing is written to stderr, and debug lines are left out', () => {
    const folder = scratch();
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const mcp = openLog(folder, now, '').named('mcp');
    mcp.debug('tools/call');
    mcp.info('started');
    expect(mcp.debugEnabled).toBe(false);
    expect(fs.readFileSync(logFile(folder), 'utf8')).toBe(
      '2030-01-01T00:00:00.000Z info mcp started\n',
    );
    expect(stderr).not.toHaveBeenCalled();
  });

  test.each([
    ['', 'info', 'info'],
    ['debug', 'debug', 'debug'],
    ['mcp:debug', 'debug', 'info'],
    [' MCP:Debug , warn ', 'debug', 'warn'],
    ['*:error,mcp:warn', 'warn', 'error'],
    ['mcp:loud,loud', 'info', 'info'],
  ])('the rules %j give mcp %s and all others %s', (rules, mcp, others) => {
    const levelOf = parseLevelRules(rules);
    expect([levelOf('mcp'), levelOf('browser')]).toEqual([mcp, others]);
  });
});
