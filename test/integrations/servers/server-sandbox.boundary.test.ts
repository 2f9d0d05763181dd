/** A server in the sandbox: its own home, no files but those that the user named, no secrets in argv. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowAll, TestApp } from '../../fakes/test-app.ts';
import { acceptAll, notesSpec, serverName, viewOf, whenListed } from './servers-fixture.ts';

const repository = path.join(import.meta.dirname, '../../..');
const secret = 'the-token-in-no-argument';

const commandLines = (): string =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');

it.runIf(process.platform === 'linux')(
  'runs a server in the sandbox and gives it its secrets past the arguments',
  async ({ skip }) => {
    const app = await TestApp.open(undefined, { sandbox: true });
    skip(app.app.core.state.snapshot().sandbox?.kind !== 'ready', 'there is no sandbox here');
    const spec = notesSpec([], {
      ...{ isOutsideSandbox: false, env: ['NOTES_TOKEN'], folders: [repository] },
    });
    await app.app.servers.add(serverName('notes'), spec, { NOTES_TOKEN: secret });
    await whenListed(app, 'notes');
    await acceptAll(app, 'notes');
    expect(await viewOf(app, 'notes')).toMatchObject({
      ...{ isolation: { kind: 'sandboxed' }, processes: 1 },
    });
    const client = await app.connect('one');
    const answer = client.callTool({ name: 'notes__whoami', arguments: {} });
    await app.answerNext(allowAll);
    const shown = JSON.stringify(await answer);
    expect(shown).toContain('\\"sandbox\\":\\"1\\"');
    expect(shown).toContain(secret);
    expect(commandLines()).not.toContain(secret);
  },
);
