import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CompletedCalls } from '../../extensions/browser/src/completed-calls.ts';
import { findModelContext, resultOf } from '../../extensions/browser/src/model-context.ts';
import { manifest } from '../../config/browser-manifest.mjs';
import { zip } from '../../scripts/lib/zip.mjs';

describe('calls in a document', () => {
  test('are carried out once, however often they are asked for', async () => {
    const started: string[] = [];
    const calls = new CompletedCalls((id) => void started.push(id));
    const call = { id: 'one', name: 'createTodo', args: {} };
    const [first, second] = [calls.run(call), calls.run(call)];
    calls.finish('one', { kind: 'result', result: 1 });
    calls.finish('one', { kind: 'result', result: 2 });
    expect(await Promise.all([first, second, calls.run(call)])).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'result', result: 1 })),
    );
    expect(started).toEqual(['one']);
  });
});

/** A page whose register takes what it is given in its own way. */
function pageWith(executeTool: (tool: unknown, input: unknown) => unknown) {
  const register = Object.assign(new EventTarget(), {
    getTools: async () => [{ name: 'createTodo' }],
    executeTool: async (tool: unknown, input: unknown) => executeTool(tool, input),
  });
  vi.stubGlobal('document', { modelContext: register });
  onTestFinished(() => void vi.unstubAllGlobals());
  const found = findModelContext();
  if (!found) throw new Error('it has none');
  return found.context;
}

describe('the register of a page', () => {
  const args = { text: 'milk', toString: 'odd', count: 2 };

  test.each([
    ['its JSON', (input: unknown) => JSON.parse(input as string) as unknown],
    ['an object', (input: unknown) => JSON.parse(JSON.stringify(input)) as unknown],
    ['a text', (input: unknown) => JSON.parse(String(input)) as unknown],
  ])('that wants %s is called once and gets the same', async (_what, read) => {
    let calls = 0;
    const context = pageWith((_tool, input) => {
      calls += 1;
      return read(input);
    });
    expect(await context.execute('createTodo', args)).toEqual(args);
    expect(calls).toBe(1);
  });

  test('a tool that fails is not tried again in another way', async () => {
    let calls = 0;
    const context = pageWith(() => {
      calls += 1;
      throw new TypeError('invalid input');
    });
    await expect(context.execute('createTodo', args)).rejects.toThrow('invalid input');
    expect(calls).toBe(1);
  });

  test('any answer becomes an MCP result', () => {
    const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
    expect(resultOf('{"content":[{"type":"text","text":"a"}]}')).toEqual(text('a'));
    expect(resultOf('plain words')).toEqual(text('plain words'));
    expect(resultOf({ n: 1 })).toEqual({ ...text('{"n":1}'), structuredContent: { n: 1 } });
    expect(resultOf(null)).toEqual(text('null'));
    expect(resultOf('7')).toEqual(text('7'));
  });
});

describe('the thread of the extension', () => {
  const origin = 'chrome-extension://abc';
  const portFrom = (sender: string) => {
    const event = () => ({ addListener: vi.fn<(listener: () => void) => void>() });
    const [onMessage, onDisconnect] = [event(), event()];
    return {
      name: 'popup',
      sender: { origin: sender },
      postMessage: () => {},
      onMessage,
      onDisconnect,
    };
  };

  test('takes a port for its popup only from a page of its own, whatever its name', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened: ((port: unknown) => void)[] = [];
    const noop = async () => {};
    const event = { addListener: () => {} };
    const onConnect = { addListener: (item: (port: unknown) => void) => void opened.push(item) };
    const runtime = { getManifest: () => ({ version: '1' }), onConnect };
    const storage = { get: async () => ({}), set: async () => {} };
    vi.stubGlobal('location', { origin });
    vi.stubGlobal('chrome', {
      runtime: { ...runtime, onStartup: event, onInstalled: event },
      storage: { local: storage, session: storage },
      alarms: { create: async () => {}, onAlarm: event },
      action: { setBadgeText: noop, setBadgeBackgroundColor: noop, setTitle: noop },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await import('../../extensions/browser/src/worker.ts');
    const [page, popup] = [portFrom('https://evil.example'), portFrom(origin)];
    opened.forEach((open) => [page, popup].forEach((port) => open(port)));
    expect(page.onMessage.addListener).not.toHaveBeenCalled();
    expect(popup.onMessage.addListener).toHaveBeenCalledOnce();
    popup.onDisconnect.addListener.mock.calls.forEach(([gone]) => gone());
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('the extension as it ships', () => {
  test.each(['chromium', 'firefox'] as const)(
    'may reach Gatehouse, and nothing else: %s',
    (family) => {
      const {
        permissions,
        host_permissions: hosts,
        content_security_policy: csp,
        background,
      } = manifest('1.2.3', family);
      const thread =
        family === 'firefox' ? { scripts: ['worker.js'] } : { service_worker: 'worker.js' };
      expect(background).toEqual({ ...thread, type: 'module' });
      expect(permissions).toEqual(['storage', 'alarms']);
      expect(hosts).toEqual(['http://127.0.0.1/*']);
      expect(csp.extension_pages).toContain("default-src 'none'");
      expect(csp.extension_pages).not.toContain('unsafe');
    },
  );

  test('is packed into an archive that can be read again, the same each time', () => {
    const files = [
      { name: 'manifest.json', bytes: Buffer.from('{}') },
      { name: 'icons/ü.txt', bytes: Buffer.from('x'.repeat(10_000)) },
    ];
    expect(zip(files).equals(zip(files))).toBe(true);
    expect(filesIn(zip(files))).toEqual(files.map(({ name, bytes }) => [name, bytes.toString()]));
  });
});

/** By the directory at its end, as programs that unpack archives read it. */
function filesIn(archive: Buffer): readonly (readonly [string, string])[] {
  const end = archive.lastIndexOf('PK\u0005\u0006');
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [checksum, packed, size, nameLength] = [16, 20, 24, 28].map((field) =>
      archive.readUInt32LE(at + field),
    ) as [number, number, number, number];
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength & 0xffff));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    expect([bytes.length, crc32(bytes)]).toEqual([size, checksum]);
    at += 46 + (nameLength & 0xffff);
    return [name, bytes.toString()] as const;
  });
}
