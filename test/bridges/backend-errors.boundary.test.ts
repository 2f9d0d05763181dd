import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Bridge } from '../../src/main/integrations/backend/bridge.ts';
import { tokenWords } from '../../src/shared/integrations/backend-token.ts';
import { bridgeCommands } from '../../src/shared/ipc/bridges.ts';
import { TestApp } from '../fakes/test-app.ts';
import { project } from './project.ts';

describe('what can never be sent to the backend', () => {
  test('an invalid address or token is reported, and does not keep the app from starting', async () => {
    const dataDir = project();
    fs.chmodSync(dataDir, 0o700);
    const settings = { backend: { url: 'ws://127.0.0.1:1/ws' } };
    fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings));
    fs.writeFileSync(path.join(dataDir, 'backend.token'), 'schl\u00fcssel \u20ac');
    const app = await TestApp.open(dataDir);
    expect(app.app.core.state.snapshot().backend).toMatchObject({
      state: 'off',
      error: tokenWords,
      hasToken: true,
    });
    const bridge = new Bridge({ clock: app.clock, onError: () => {} });
    onTestFinished(() => bridge.dispose());
    const intervals = { reconnectSeconds: 2, maxReconnectSeconds: 30 };
    bridge.use({ url: 'ws://127.0.0.1:1/ws#part', token: null, ...intervals });
    expect(bridge.status).toMatchObject({
      state: 'off',
      nextTryAt: null,
      error: expect.stringContaining('fragment'),
    });
  });

  test.each(['two words', 'line\nbreak', 'schl\u00fcssel', ''])(
    'the token %j is not kept',
    (token) => {
      expect(bridgeCommands['backend:token'].safeParse({ token }).success).toBe(false);
      const plain = { token: 'eyJ.a-b_c+/=~' };
      expect(bridgeCommands['backend:token'].safeParse(plain).success).toBe(true);
    },
  );
});
