/**
 * Several authors edit one document in the workbench and two editors: users type in the editors, agents
 * edit and undo anywhere, and connections break and come back, in any order. Every message passes the
 * checks of the plugin protocol.
 */
import { createHash } from 'node:crypto';
import { agentAuthor, undoKeyOf } from '../../../src/shared/editing/authors.ts';
import { LiveDocument, type EditorDocument } from '../../../src/shared/editing/live-document.ts';
import { SharedDocuments } from '../../../src/shared/editing/shared-documents.ts';
import type { ToShared, FromShared } from '../../../src/shared/editing/share-protocol.ts';
import { SharedText } from '../../../src/shared/editing/shared-text.ts';
import { applySpans, isOverlap, type TextSpan } from '../../../src/shared/editing/text-spans.ts';
import { SharedReply, ShareMessage } from '../../../src/shared/protocols/share-messages.ts';

export interface EditingRounds {
  readonly rounds: number;
  readonly typed: number;
  readonly merged: number;
  readonly conflicts: number;
  readonly undone: number;
  readonly disconnects: number;
  readonly wrong: readonly string[];
}

type Random = (below: number) => number;

const path = '/w/a.ts';
const seed = 'alpha beta\ngamma delta\nepsilon zeta\neta theta\niota kappa\n';
const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

const counts = { typed: 0, merged: 0, conflicts: 0, undone: 0, disconnects: 0 };

export async function editingRounds(rounds: number, from: number): Promise<EditingRounds> {
  const seen = { ...counts };
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const world = new World(randomFrom(from + round), seen);
    const found = await world.run();
    if (found !== null) wrong.push(`round ${from + round}: ${found}`);
  }
  return { rounds, ...seen, wrong };
}

/** A document as an editor has it: a change by us fails if the user typed before it arrived. */
class FakeEditor implements EditorDocument {
  readonly id: string;
  readonly #random: Random;
  readonly live: LiveDocument;
  #text = seed;
  isConnected = false;
  readonly toShared: ToShared[] = [];
  readonly fromShared: FromShared[] = [];

  constructor(id: string, random: Random, newEpoch: () => string) {
    this.id = id;
    this.#random = random;
    const send = (message: ToShared): void =>
      void (this.isConnected && this.toShared.push(message));
    this.live = new LiveDocument(this, { versionOf, newEpoch, now: () => 0, send });
  }

  text(): string {
    return this.#text;
  }

  isClean(): boolean {
    return this.#text === seed;
  }

  async apply(spans: readonly TextSpan[]): Promise<boolean> {
    const before = this.#text;
    if (this.#random(4) === 0) await Promise.resolve();
    if (this.#text !== before) return false;
    this.#text = applySpans(before, spans);
    this.live.changed(spans, 'user');
    return true;
  }

  type(span: TextSpan): void {
    this.#text = applySpans(this.#text, [span]);
    this.live.changed([span], 'user');
  }
}

interface TestAgent {
  readonly name: string;
  readonly place: FakeEditor | null;
  /** The version it read last. */
  base: { readonly version: string; readonly text: string } | null;
  edits: number;
}

class World {
  readonly #random: Random;
  readonly #seen: typeof counts;
  readonly #shared = new SharedText(versionOf, { text: seed });
  readonly #documents: SharedDocuments;
  readonly #editors: readonly FakeEditor[];
  readonly #agents: readonly TestAgent[];
  /** What users typed: none of it may be missing at the end. */
  readonly #typed = new Set<string>();
  readonly #busy: Promise<unknown>[] = [];
  #problem: string | null = null;
  #epochs = 0;

  constructor(random: Random, seen: typeof counts) {
    this.#random = random;
    this.#seen = seen;
    const newEpoch = (): string => `epoch ${(this.#epochs += 1)}`;
    const isOpen = random(2) === 0;
    this.#documents = new SharedDocuments({
      ...{ versionOf, openText: () => (isOpen ? this.#shared : null) },
      send: (editor, at, message) => this.#answer(editor, at, message),
      onLeft: () => undefined,
    });
    this.#editors = ['one', 'two'].map((id) => new FakeEditor(id, random, newEpoch));
    const places = isOpen ? [...this.#editors, null] : this.#editors;
    const agents = 1 + random(4);
    this.#agents = Array.from({ length: agents }, (_, at) => ({
      ...{ name: `agent${at}`, place: places[random(places.length)] ?? null, base: null, edits: 0 },
    }));
  }

  async run(): Promise<string | null> {
    for (const editor of this.#editors) this.#connect(editor);
    const steps = 10 + this.#random(30);
    for (let step = 0; step < steps && this.#problem === null; step += 1) await this.#step();
    await this.#calm();
    const found = this.#problem ?? this.#difference();
    for (const { live } of this.#editors) live.dispose();
    this.#documents.dispose();
    return found;
  }

  async #step(): Promise<void> {
    const editor = this.#editors[this.#random(2)];
    const agent = this.#agents[this.#random(this.#agents.length)];
    if (!editor || !agent) return;
    const kind = this.#random(12);
    if (kind < 4) this.#type(editor);
    else if (kind < 6) this.#read(agent);
    else if (kind < 8) this.#busy.push(this.#edit(agent));
    else if (kind === 8) this.#busy.push(this.#undo(agent));
    else if (kind === 9) this.#disconnect(editor);
    else if (kind === 10) this.#connect(editor);
    if (this.#random(2) === 0) await this.#deliver(editor);
    if (this.#random(3) === 0) await Promise.resolve();
  }

  #type(editor: FakeEditor): void {
    const token = `<u${this.#typed.size}>`;
    const at = this.#freeOffset(editor.text());
    this.#typed.add(token);
    this.#seen.typed += 1;
    editor.type({ start: at, end: at, text: token });
  }

  /** Not inside what somebody typed or wrote, so that each can be recognised. */
  #freeOffset(text: string): number {
    for (;;) {
      const at = this.#random(text.length + 1);
      const open = text.lastIndexOf('<', at - 1);
      if (open === -1 || text.indexOf('>', open) < at) return at;
    }
  }

  #textOf({ place }: TestAgent): SharedText {
    return place ? place.live.shared : (this.#documents.textOf(path) ?? this.#shared);
  }

  #read(agent: TestAgent): void {
    const { version, text } = this.#textOf(agent);
    agent.base = { version, text };
  }

  /** Replaces a word of the seed in the version it read; nothing that a user typed there. */
  #spanIn(agent: TestAgent, text: string): TextSpan | null {
    const words = [...text.matchAll(/(?<![<\w])[a-z]+(?![\w>])/g)];
    const word = words[this.#random(Math.max(words.length, 1))];
    if (!word) return null;
    const written = `<${agent.name}-${(agent.edits += 1)}>`;
    return { start: word.index, end: word.index + word[0].length, text: written };
  }

  async #edit(agent: TestAgent): Promise<void> {
    const { base } = agent;
    const span = base && this.#spanIn(agent, base.text);
    if (!base || !span) return;
    const spansIn = (shared: SharedText): readonly TextSpan[] | { readonly refused: true } => {
      const merged = shared.merged(base.version, [span]);
      return merged === null || isOverlap(merged) ? { refused: true } : merged;
    };
    const task = { sessionId: agent.name, agentId: agent.name, entryId: 'e' };
    const write = (shared: SharedText, spans: readonly TextSpan[]): void =>
      shared.edit(spans, agentAuthor(task, 0));
    const made = await this.#make(agent, spansIn, write);
    if (made) this.#seen.merged += 1;
    else this.#seen.conflicts += 1;
  }

  async #undo(agent: TestAgent): Promise<void> {
    const key = undoKeyOf({ sessionId: agent.name });
    let others: readonly string[] = [];
    const made = await this.#make(
      agent,
      (shared) => shared.undoSpans(key) ?? { refused: true },
      (shared, spans) => {
        const shown = applySpans(shared.text, spans);
        others = othersIn(shared.text, agent);
        shared.undo(key);
        if (shared.text !== shown) this.#problem = 'an undo did other than it showed';
        const after = new Set(othersIn(shared.text, agent));
        const lost = others.filter((one) => !after.has(one));
        if (lost.length > 0) this.#problem = `an undo removed ${lost.join(' ')}`;
      },
    );
    if (made) this.#seen.undone += 1;
  }

  async #make(
    agent: TestAgent,
    spansIn: (shared: SharedText) => readonly TextSpan[] | { readonly refused: true },
    write: (shared: SharedText, spans: readonly TextSpan[]) => void,
  ): Promise<boolean> {
    const { place } = agent;
    if (place) {
      const made = await place.live.edit({ spansIn, write });
      return made !== null && 'after' in made;
    }
    const shared = this.#textOf(agent);
    const spans = spansIn(shared);
    if ('refused' in spans) return false;
    write(shared, spans);
    return true;
  }

  #connect(editor: FakeEditor): void {
    if (editor.isConnected) return;
    editor.isConnected = true;
    editor.live.join();
  }

  /** What was on its way is lost, in both directions. */
  #disconnect(editor: FakeEditor): void {
    if (!editor.isConnected) return;
    this.#seen.disconnects += 1;
    editor.isConnected = false;
    editor.toShared.length = 0;
    editor.fromShared.length = 0;
    editor.live.disconnected();
    this.#documents.lost(editor.id);
  }

  #answer(editor: string, at: string, message: FromShared): void {
    const parsed = SharedReply.parse(onWire({ type: 'shared_reply', path: at, editor, message }));
    this.#editors.find(({ id }) => id === editor)?.fromShared.push(parsed.message);
  }

  async #deliver(editor: FakeEditor): Promise<boolean> {
    const sent = editor.toShared.shift();
    if (sent) {
      const { message } = ShareMessage.parse(onWire({ type: 'share', path, message: sent }));
      this.#documents.receive(editor.id, path, message);
    }
    const answer = editor.fromShared.shift();
    if (answer) {
      const received = editor.live.receive(answer);
      this.#busy.push(received);
      if (this.#random(2) === 0) await received;
    }
    return Boolean(sent ?? answer);
  }

  /** Everybody is back, and everything arrives. */
  async #calm(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      for (const editor of this.#editors) {
        this.#connect(editor);
        if (editor.live.state === 'apart') editor.live.saved();
        while (await this.#deliver(editor));
      }
      await Promise.all(this.#busy.splice(0));
      for (const editor of this.#editors) await editor.live.whenIdle();
    }
  }

  #difference(): string | null {
    const whole = this.#documents.textOf(path)?.text ?? '';
    for (const { id, live } of this.#editors) {
      if (live.state !== 'shared') return `editor ${id} is ${live.state}`;
      if (live.shared.text !== whole) return `editor ${id} has another text`;
    }
    for (const editor of this.#editors)
      if (editor.text() !== whole) return `the document of ${editor.id} is not its shared text`;
    const authors = JSON.stringify(this.#documents.textOf(path)?.authors());
    if (this.#editors.some(({ live }) => JSON.stringify(live.shared.authors()) !== authors))
      return 'the authors differ';
    const lost = [...this.#typed].filter((token) => !whole.includes(token));
    return lost.length === 0 ? null : `lost: ${lost.join(' ')} of ${whole}`;
  }
}

const onWire = (message: object): unknown => JSON.parse(JSON.stringify(message));

const othersIn = (text: string, { name }: TestAgent): readonly string[] =>
  [...text.matchAll(/<[^<>]+>/g)]
    .map(([token]) => token)
    .filter((one) => !one.startsWith(`<${name}-`));

function randomFrom(start: number): Random {
  let state = (start * 2_654_435_761) % 2_147_483_648;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
