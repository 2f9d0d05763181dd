/** A server that says all the time that its resources have changed. */
import { expect, test } from 'vitest';
import { passOnUpdates } from '../../src/main/transports/mcp/follow-answers.ts';
import { ResourceFollows } from '../../src/main/transports/mcp/resource-follows.ts';
import { ClientId } from '../../src/shared/base/ids.ts';
import { toDisposable } from '../../src/shared/base/disposable.ts';

test('a flood of updates leads to few checks of what the client may see', () => {
  let looked = 0;
  let update = (_server: string, _uri: string): void => expect.unreachable('nobody listens');
  const sent: string[] = [];
  const follows = new ResourceFollows((uri) => sent.push(uri));
  const following = passOnUpdates(
    {
      core: {
        sessions: {
          liveOf: () => {
            looked += 1;
            return [{ scopes: ['mcp:notes'] }];
          },
          onEnded: () => toDisposable(() => undefined),
        },
      },
      servers: {
        servers: () => [{ name: 'notes', isVisibleTo: () => true }],
        onResourceUpdated: (listener: typeof update) => {
          update = listener;
          return toDisposable(() => undefined);
        },
      },
    } as never,
    ClientId.parse('claude'),
    follows,
  );
  for (let count = 0; count < 1_000; count += 1) update('notes', 'demo://one');
  expect(looked).toBe(0);
  const subscription = toDisposable(() => undefined);
  follows.add('mcp+notes:demo://one', { server: 'notes', uri: 'demo://one', subscription });
  for (let count = 0; count < 1_000; count += 1) {
    update('notes', 'demo://one');
    update('notes', 'demo://other');
    update('other', 'demo://one');
  }
  expect(sent).toEqual(['mcp+notes:demo://one']);
  expect(looked).toBeLessThan(5);
  void following.dispose();
});
