import { describe, expect, test } from 'vitest';
import { startSwitchesIn, whyNothingIsApproved } from '../../src/shared/app/start-switches.ts';

const startedWith = (switches: readonly string[], env = {}) =>
  startSwitchesIn((name) => switches.includes(name), env);

describe('H9 switches that let other programs control the app', () => {
  test.each([
    ...['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'js-flags'],
    ...['load-extension', 'disable-web-security', 'renderer-cmd-prefix', 'gpu-launcher'],
  ])('with --%s nothing is approved', (name) => {
    const found = startedWith([name, 'no-sandbox']);
    expect(found).toEqual({ found: [`--${name}`, '--no-sandbox'], controlling: [`--${name}`] });
    expect(whyNothingIsApproved(found)).toBe(
      `Gatehouse was started with --${name}, so it approves nothing. Start it without.`,
    );
  });

  test('without a sandbox, or with a log, the user still decides', () => {
    const found = startedWith(['no-sandbox', 'enable-logging'], { SSLKEYLOGFILE: '/tmp/keys' });
    expect(found.found).toEqual(['--no-sandbox', '--enable-logging', 'SSLKEYLOGFILE']);
    expect(whyNothingIsApproved(found)).toBeNull();
  });

  test.each([
    ['--inspect=9229', true],
    ['--max-old-space-size=4096 -r ./x.js', true],
    ['--require=/tmp/x.js', true],
    ['--import /tmp/x.mjs', true],
    ['--max-old-space-size=4096', false],
    ['', false],
  ])('NODE_OPTIONS=%j', (NODE_OPTIONS, controls) => {
    expect(startedWith([], { NODE_OPTIONS }).controlling.length > 0).toBe(controls);
  });

  test('a usual start has none', () => {
    expect(startedWith(['password-store', 'no-window'], { HOME: '/home/a' }).found).toEqual([]);
  });
});
