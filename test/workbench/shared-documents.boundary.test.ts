import fs from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  DocumentRelay,
  type SharingConnection,
} from '../../src/main/transports/plugins/document-relay.ts';
import { agentIn } from '../../src/shared/editing/authors.ts';
import { LiveDocument } from '../../src/shared/editing/live-document.ts';
import { maxSharedLength } from '../../src/shared/editing/share-protocol.ts';
import { applySpans, type TextSpan } from '../../src/shared/editing/text-spans.ts';
import { ToPlugin, type SentByPlugin } from '../../src/shared/protocols/plugin-protocol.ts';
import { SharedReply, ShareMessage } from '../../src/shared/protocols/share-messages.ts';
import { textVersion } from '../../src/workbench/basics/text-file.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { put } from '../fakes/scratch.ts';
import { doneBy, openHandlers } from './workbench-fixture.ts';

const start = 'one\ntwo\nthree\n';

/** The real workbench, relay and editor replicas; only the editors' windows are missing. */
function sharedFile() {
  const editors = new Map<string, TestEditor>();
  const connections = new Set<SharingConnection>();
  const relay = new DocumentRelay(() => connections);
  const sent = (from: SharingConnection, message: SentByPlugin): void => {
    const isReply = message.type === 'shared_reply';
    relay.pass(from, (isReply ? SharedReply : ShareMessage).parse(message));
  };
  const workbench: SharingConnection = {
    ...{ pluginId: 'workbench', editorId: 'w', folders: [], shares: false },
    sendMessage(message) {
      const one = ToPlugin.parse(message);
      if (one.type === 'shared_by') opened.remaining.sharedBy(one.editor, one.path, one.message);
      if (one.type === 'sharer_lost') opened.remaining.sharerLost(one.editor);
    },
  };
  const opened = openHandlers((context) =>
    openAllHandlers({
      ...context,
      shareWith: (editor, path, message) =>
        sent(workbench, { type: 'shared_reply', editor, path, message }),
    }),
  );
  const file = put(opened.folder, 'a.txt', start);
  const open = (id: string, folder = opened.folder, shownFile = file): TestEditor => {
    const editor = new TestEditor(id, folder, shownFile, sent);
    editors.set(id, editor);
    connections.add(editor);
    relay.connected(editor);
    return editor;
  };
  connections.add(workbench);
  const edit = async (old_text: string, new_text: string) => {
    const args = { path: file, save: false, edits: [{ old_text, new_text }] };
    return doneBy('edit_buffer', await opened.handlers.edit_buffer?.(args, opened.task()));
  };
  const becomeIdle = async (): Promise<void> => {
    for (const one of [...editors.values(), ...editors.values()]) await one.live.whenIdle();
  };
  const read = async () =>
    doneBy('open_file', await opened.handlers.open_file?.({ path: file }, opened.task())).data;
  const lose = (editor: TestEditor): void => {
    connections.delete(editor);
    relay.disconnected(editor);
    editor.live.disconnected();
  };
  const comeBack = (editor: TestEditor): void => {
    connections.add(editor);
    relay.connected(editor);
  };
  return { ...opened, file, open, edit, becomeIdle, read, lose, comeBack };
}

class TestEditor implements SharingConnection {
  readonly pluginId = 'vscode';
  readonly shares = true;
  readonly editorId: string;
  readonly folders: readonly string[];
  readonly live: LiveDocument;
  text: string;
  /** What the editor ends inserted lines with. */
  ending = '\n';

  constructor(
    id: string,
    folder: string,
    file: string,
    sent: (from: SharingConnection, message: SentByPlugin) => void,
  ) {
    this.editorId = id;
    this.folders = [folder];
    this.text = fs.readFileSync(file, 'utf8');
    this.live = new LiveDocument(
      {
        text: () => this.text,
        isClean: () => this.text === fs.readFileSync(file, 'utf8'),
        apply: async (spans) => this.#apply(spans),
      },
      {
        ...{ versionOf: textVersion, newEpoch: () => `own ${id}`, now: Date.now },
        send: (message) => sent(this, { type: 'share', path: file, message }),
      },
    );
    onTestFinished(() => this.live.dispose());
  }

  sendMessage(message: ToPlugin): void {
    const one = ToPlugin.parse(message);
    if (one.type === 'sharing_open') this.live.join();
    if (one.type === 'shared_notice') void this.live.receive(one.message);
  }

  type(old: string, now: string): void {
    const at = this.text.indexOf(old);
    this.#typed({ start: at, end: at + old.length, text: now });
  }

  insert(before: string, text: string): void {
    const at = this.text.indexOf(before);
    this.#typed({ start: at, end: at, text });
  }

  /** The editor reads the file again. */
  reload(text: string): void {
    this.text = text;
    this.live.changed([], 'file');
  }

  #typed(span: TextSpan): void {
    this.text = applySpans(this.text, [span]);
    this.live.changed([span], 'user');
  }

  #apply(spans: readonly TextSpan[]): boolean {
    const ended = spans.map((span) => ({
      ...span,
      text: span.text.replaceAll(/\r?\n/g, this.ending),
    }));
    this.text = applySpans(this.text, ended);
    this.live.changed(ended, 'user');
    return true;
  }
}

describe('one document in the workbench and two editors', () => {
  test('text by any author appears in all replicas, with its author', async () => {
    const { open, edit, becomeIdle, read } = sharedFile();
    await edit('one', 'ONE');
    const [first, second] = [open('1'), open('2')];
    await becomeIdle();
    first.type('two', 'two, typed');
    await edit('three', 'THREE');
    second.insert('two', 'also typed\n');
    await becomeIdle();
    const all = 'ONE\nalso typed\ntwo, typed\nTHREE\n';
    expect([first.text, second.text, (await read())['content']]).toEqual([all, all, all]);
    for (const { live } of [first, second]) {
      const runs = live.shared
        .authors()
        .map((run) => [live.shared.text.slice(run.start, run.end), agentIn(run.by)?.entryId]);
      expect(runs).toEqual([
        ['ONE', 'e1'],
        ['THREE', 'e1'],
      ]);
    }
  });

  test('an editor that was cut off brings its edits along, and gets those of the others', async () => {
    const { open, edit, becomeIdle, read, lose, comeBack } = sharedFile();
    const [first, second] = [open('1'), open('2')];
    await edit('one', 'ONE');
    await becomeIdle();
    lose(first);
    first.type('two', 'typed offline');
    second.type('three', 'typed online');
    await edit('ONE', 'One');
    comeBack(first);
    await becomeIdle();
    const all = 'One\ntyped offline\ntyped online\n';
    expect([first.text, second.text, (await read())['content']]).toEqual([all, all, all]);
  });

  test('a file that both read again is not there twice', async () => {
    const { open, becomeIdle, file } = sharedFile();
    const [first, second] = [open('1'), open('2')];
    await becomeIdle();
    fs.writeFileSync(file, `${start}four\n`);
    first.reload(`${start}four\n`);
    second.reload(`${start}four\n`);
    await becomeIdle();
    expect([first.text, second.text]).toEqual([`${start}four\n`, `${start}four\n`]);
    expect([first.live.state, second.live.state]).toEqual(['shared', 'shared']);
    second.type('four', 'five');
    await becomeIdle();
    expect(first.text).toBe(`${start}five\n`);
  });

  test('an editor that changes the endings of inserted lines has them once, and so have the others', async () => {
    const { open, edit, becomeIdle, read } = sharedFile();
    const [first, second] = [open('1'), open('2')];
    await becomeIdle();
    first.ending = '\r\n';
    second.ending = '\r\n';
    await edit('two', 'two\nnew');
    await becomeIdle();
    const all = 'one\ntwo\r\nnew\nthree\n';
    expect([first.text, second.text, (await read())['content']]).toEqual([all, all, all]);
  });

  test('text closed without saving is not kept open in the workbench', async () => {
    const { open, edit, becomeIdle, read } = sharedFile();
    await edit('one', 'ONE');
    const only = open('1');
    await becomeIdle();
    only.type('two', 'not to be kept');
    await becomeIdle();
    expect((await read())['content']).toContain('not to be kept');
    only.live.leave();
    await expect.poll(async () => (await read())['content']).toBe(start);
  });

  test('an editor that makes the text too long is apart, keeps its text, and may join again', async () => {
    const { open, becomeIdle, read, file } = sharedFile();
    const [first, second] = [open('1'), open('2')];
    await becomeIdle();
    first.insert('two', 'x'.repeat(maxSharedLength));
    await becomeIdle();
    expect([first.live.state, second.live.state]).toEqual(['apart', 'shared']);
    expect([second.text, (await read())['content']]).toEqual([start, start]);
    first.type('x'.repeat(maxSharedLength), '');
    second.type('three', '3');
    fs.writeFileSync(file, first.text);
    first.live.saved();
    await becomeIdle();
    expect([first.live.state, first.text]).toEqual(['shared', 'one\ntwo\n3\n']);
  });

  test('an editor gets nothing of files outside its folders', async () => {
    const { open, edit, becomeIdle, folder } = sharedFile();
    await edit('one', 'ONE');
    const other = open('1', `${folder}-other`);
    await becomeIdle();
    expect([other.text, other.live.state]).toEqual([start, 'joining']);
  });
});
