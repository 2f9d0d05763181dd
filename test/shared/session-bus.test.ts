import { expect, test } from 'vitest';
import { sessionBusIn } from '../../src/shared/app/session-bus.ts';

test('an address in the variable is the session bus', () => {
  const address = 'unix:path=/run/user/1000/bus';
  expect(sessionBusIn({ DBUS_SESSION_BUS_ADDRESS: address })).toBe(address);
});

test.each([undefined, '', 'disabled:'])('with %j there is no session bus', (address) => {
  expect(sessionBusIn({ DBUS_SESSION_BUS_ADDRESS: address })).toBeNull();
});
