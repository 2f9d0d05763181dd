import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../../src/main/platform/log.ts';
import { put, scratch } from '../fakes/scratch.ts';

const now = (): number => Date.UTC(2030, 0, 1);
const logFile = (folder: string): string => path.join(folder, 'gatehouse.log');

describe('the log', () => {
  test('has one line for each message, for the person alone', () => {
    const folder = scratch();
    const log = openLog(folder, now);
    log.info('started');
    log.trouble('the disk is full');
    expect(fs.readFileSync(logFile(folder), 'utf8')).toBe(
      '2030-01-01T00:00:00.000Z info started\n2030-01-01T00:00:00.000Z trouble the disk is full\n',
    );
    expect(fs.statSync(logFile(folder)).mode & 0o777).toBe(0o600);
  });

  test('nothing in a message can pretend to be another line', () => {
    const folder = scratch();
    openLog(folder, now).info('a\n2030-01-01T00:00:00.000Z info all is well\r\u2028\u001B[2J');
    const text = fs.readFileSync(logFile(folder), 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('a⟨U+000A⟩2030');
    for (const hidden of ['\r', '\u2028', '\u001B']) expect(text).not.toContain(hidden);
  });

  test('one that grew large is kept as the older one when the next begins', () => {
    const folder = scratch();
    put(folder, 'gatehouse.log', 'x'.repeat(5 * 1024 * 1024 + 1));
    openLog(folder, now).info('new');
    expect(fs.readFileSync(logFile(folder), 'utf8')).toContain('info new');
    expect(fs.statSync(`${logFile(folder)}.1`).size).toBe(5 * 1024 * 1024 + 1);
  });

  test('one that grows large while it is written is set aside, too', () => {
    const folder = scratch();
    const log = openLog(folder, now);
    for (let n = 0; n < 7; n += 1) log.info('x'.repeat(1024 * 1024));
    expect(fs.statSync(logFile(folder)).size).toBeLessThan(3 * 1024 * 1024);
    expect(fs.existsSync(`${logFile(folder)}.1`)).toBe(true);
  });

  test('that cannot be written goes to stderr, and nothing breaks', () => {
    const folder = scratch();
    fs.mkdirSync(logFile(folder));
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    openLog(folder, now).trouble('no place');
    expect(stderr).toHaveBeenCalledWith('2030-01-01T00:00:00.000Z trouble no place\n');
  });
});
