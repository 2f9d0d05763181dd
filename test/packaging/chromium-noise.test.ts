import { expect, test } from 'vitest';
import { isChromiumNoise } from '../../scripts/lib/chromium-noise.mjs';

const at = '[5875:1118/063538.550641:ERROR:';

test("Chromium's messages about a missing system bus or GPU are left out", () => {
  const bus = `${at}dbus/bus.cc:405] Failed to connect to the bus: Failed to connect to socket /run/dbus/x`;
  expect(isChromiumNoise(bus)).toBe(true);
});

test('other errors of Chromium, ours, and lines that only mention it are passed on', () => {
  for (const line of [
    `${at}sandbox/linux/services/credentials.cc:131] Check failed`,
    `${at}dbus/bus.cc:405] Something nobody has seen before`,
    'The ledger cannot be written: no space left on the disk',
    'agent said: [1:1/1.1:ERROR:dbus/bus.cc:405] Failed to connect to the bus: x',
    '',
  ])
    expect(isChromiumNoise(line)).toBe(false);
});
