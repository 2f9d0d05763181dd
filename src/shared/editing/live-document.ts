/**
 * An editor's document as a replica of a shared text. The user's changes appear in the document
 * first and are adopted unchanged. Changes by agents and other editors are applied to the document
 * unless the user typed at that moment; then they are computed again.
 */
import type { Disposable } from '../base/disposable.ts';
import { fileAuthor, userAuthor } from './authors.ts';
import {
  decoded,
  encoded,
  type FromShared,
  type StartFrom,
  type ToShared,
} from './share-protocol.ts';
import { SharedText, type TextChange, type VersionOf } from './shared-text.ts';
import { isSame, linesOf, touch } from './text-lines.ts';
import {
  applySpans,
  differingSpan,
  placeAfter,
  type TextPlace,
  type TextSpan,
} from './text-spans.ts';

/** The document in the editor. */
export interface EditorDocument {
  text(): string;
  /** False if the document has changed meanwhile; then nothing is changed. */
  apply(spans: readonly TextSpan[]): Promise<boolean>;
  /** Whether its text equals the file's. */
  isClean(): boolean;
}

export interface LiveDeps {
  readonly versionOf: VersionOf;
  readonly newEpoch: () => string;
  readonly now: () => number;
  readonly send: (message: ToShared) => void;
}

interface Expected {
  readonly text: string;
  readonly commit: () => void;
}

interface TypedPlace extends TextPlace {
  readonly at: number;
}

/** Who made a change of the document. */
export type LiveChange = 'ours' | 'user' | 'file';

type ShareState = 'alone' | 'joining' | 'shared' | 'apart';

const maxTries = 10;
const maxTyped = 100;

export class LiveDocument implements Disposable {
  readonly #document: EditorDocument;
  readonly #deps: LiveDeps;
  #shared: SharedText;
  #following: readonly Disposable[] = [];
  #state: ShareState = 'alone';
  /** The version at which it last equalled the workbench's text. */
  #synced: string | null = null;
  #joinedAs = '';
  /** The file was read again, and the workbench has not yet said whether it knows that. */
  #isUnconfirmed = false;
  #expected: Expected | null = null;
  #waiting: Uint8Array[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #typed: readonly TypedPlace[] = [];

  constructor(document: EditorDocument, deps: LiveDeps) {
    this.#document = document;
    this.#deps = deps;
    this.#shared = this.#follow(new SharedText(deps.versionOf, { text: document.text() }));
  }

  get shared(): SharedText {
    return this.#shared;
  }

  get state(): ShareState {
    return this.#state;
  }

  /** The document has changed: by us, by the user, or because the file was read again. */
  changed(spans: readonly TextSpan[], from: 'user' | 'file'): LiveChange {
    const text = this.#document.text();
    const expected = this.#expected;
    if (expected && isSame(expected.text, text)) {
      this.#expected = null;
      expected.commit();
      // An editor gives all lines of a document the same ending.
      this.#shared.edit(differingSpan(this.#shared.text, text), fileAuthor);
      return 'ours';
    }
    if (text === this.#shared.text) return 'ours';
    const fits = applySpans(this.#shared.text, spans) === text;
    const exact = fits ? spans : differingSpan(this.#shared.text, text);
    if (from === 'file') this.#reload(exact);
    else {
      this.#shared.edit(exact, userAuthor);
      this.#remember(exact);
    }
    return from;
  }

  /** When the user last typed in lines that these spans touch; null if never. */
  typedAt(spans: readonly TextSpan[]): number | null {
    const { text } = this.#shared;
    const touched = this.#typed.filter((typed) =>
      spans.some((span) => touch(linesOf(text, typed), span)),
    );
    return touched.length === 0 ? null : Math.max(...touched.map(({ at }) => at));
  }

  /** Applies an agent's edit to the document; see `makeTogether`. */
  async edit<Refusal extends object>(
    edit: Omit<LiveEdit<Refusal>, 'live'>,
  ): Promise<TextChange | Refusal | null> {
    const made = await makeTogether([{ ...edit, live: this }], ([spans = []]) =>
      this.#document.apply(spans),
    );
    return isMade(made) ? (made[0] ?? null) : made;
  }

  /** Calls commit instead of recording a user's change when the document has this text. */
  expect(text: string, commit: () => void): Disposable {
    const expected = { text, commit };
    this.#expected = expected;
    return {
      dispose: () => {
        if (this.#expected === expected) this.#expected = null;
      },
    };
  }

  /** Adopts the document's current text: some editors report a change only later. */
  look(): void {
    this.changed([], 'user');
  }

  /** Asks to share the document. */
  join(): void {
    if (this.#state === 'joining' || this.#state === 'shared') return;
    this.#sendJoin();
  }

  /** The document was saved: diverged texts may have become equal. */
  saved(): void {
    if (this.#state === 'apart') this.#sendJoin();
  }

  leave(): void {
    if (this.#state !== 'alone') this.#deps.send({ kind: 'leave' });
    this.disconnected();
  }

  disconnected(): void {
    if (this.#state === 'shared' && this.#waiting.length === 0) this.#synced = this.#shared.version;
    if (this.#isUnconfirmed) this.#shared.startEpoch(this.#deps.newEpoch());
    this.#isUnconfirmed = false;
    this.#state = 'alone';
    this.#waiting = [];
  }

  async receive(message: FromShared): Promise<void> {
    if (message.kind === 'apart') {
      if (this.#state !== 'alone') this.#becomeApart();
      return;
    }
    if (message.kind === 'update') {
      if (this.#state !== 'shared' || message.epoch !== this.#shared.epoch) return;
      this.#waiting.push(decoded(message.update));
      return this.inTurn(() => this.#takeOver());
    }
    if (this.#state !== 'joining') return;
    if (message.kind === 'start') return this.inTurn(() => this.#start(message));
    this.#state = 'shared';
    this.#isUnconfirmed = false;
    this.#waiting.push(decoded(message.update));
    const missing = this.#shared.since(decoded(message.vector));
    this.#deps.send({ kind: 'update', epoch: this.#shared.epoch, update: encoded(missing) });
    return this.inTurn(() => this.#takeOver());
  }

  /** Resolves when everything received so far is in the document. */
  async whenIdle(): Promise<void> {
    await this.#turn.catch(() => undefined);
  }

  dispose(): void {
    for (const item of this.#following) void item.dispose();
    this.#shared.dispose();
  }

  #sendJoin(): void {
    const shared = this.#shared;
    this.#state = 'joining';
    this.#joinedAs = shared.version;
    this.#deps.send({
      kind: 'join',
      epoch: this.#shared.epoch,
      state: encoded(shared.state()),
      version: shared.version,
      before: this.#synced,
      clean: this.#document.isClean(),
    });
  }

  /**
   * Another replica may have read the same file again: the workbench decides whose change counts.
   */
  #reload(spans: readonly TextSpan[]): void {
    const wasShared = this.#state === 'shared';
    if (wasShared) {
      this.#synced = this.#shared.version;
      this.#state = 'joining';
      this.#waiting = [];
      this.#isUnconfirmed = true;
    } else this.#shared.startEpoch(this.#deps.newEpoch());
    this.#shared.edit(spans, fileAuthor);
    if (wasShared || this.#state === 'apart') this.#sendJoin();
  }

  /** Replaces our text with the workbench's, keeping what was typed since we asked for it. */
  async #start({ epoch, state }: StartFrom): Promise<void> {
    const theirs = new SharedText(this.#deps.versionOf, { state: decoded(state), epoch });
    for (let tries = 0; tries < maxTries; tries += 1) {
      if (this.#state !== 'joining') return theirs.dispose();
      const { text, version } = this.#shared;
      const old = this.#shared.textAt(this.#joinedAs);
      if (version !== this.#joinedAs && theirs.version === this.#joinedAs && old !== null) {
        this.#adopt(theirs);
        return theirs.edit(differingSpan(old, text), userAuthor);
      }
      if (version !== this.#joinedAs && theirs.version !== version) break;
      if (await this.#bring(differingSpan(text, theirs.text), () => this.#adopt(theirs))) return;
    }
    theirs.dispose();
    this.#state = 'apart';
  }

  #adopt(theirs: SharedText): void {
    const old = this.#shared;
    this.#state = 'shared';
    this.#isUnconfirmed = false;
    this.#shared = this.#follow(theirs);
    old.dispose();
  }

  async #takeOver(): Promise<void> {
    for (let tries = 0; this.#waiting.length > 0; tries += 1) {
      const updates = [...this.#waiting];
      const shared = this.#shared;
      const commit = (): void => {
        for (const update of updates) shared.receive(update);
        this.#waiting.splice(0, updates.length);
      };
      if (tries > 0 && this.#state !== 'shared') return;
      if (!(await this.#bring(shared.spansWith(updates), commit)) && tries >= maxTries)
        return this.#becomeApart();
    }
  }

  /**
   * One of the two accepts no changes now; it is asked again later, with everything that is
   * missing.
   */
  #becomeApart(): void {
    this.#waiting = [];
    this.#state = 'apart';
  }

  /** Makes a change in the document, then in the shared text; false if the user was faster. */
  async #bring(spans: readonly TextSpan[], commit: () => void): Promise<boolean> {
    if (spans.length === 0) {
      commit();
      return true;
    }
    let isDone = false;
    const waiting = this.expect(applySpans(this.#shared.text, spans), () => {
      isDone = true;
      commit();
    });
    if (await this.#document.apply(spans)) this.look();
    await waiting.dispose();
    return isDone;
  }

  /** Runs work during which nothing else of ours changes the document. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn;
    return turn;
  }

  #follow(shared: SharedText): SharedText {
    for (const item of this.#following) void item.dispose();
    this.#following = [
      shared.onWritten((update) => {
        if (this.#state !== 'shared') return;
        this.#deps.send({ kind: 'update', epoch: this.#shared.epoch, update: encoded(update) });
      }),
      shared.onChanged(({ spans }) => this.#move(spans)),
    ];
    return shared;
  }

  /** Where the user typed, as positions in the text afterwards. */
  #remember(spans: readonly TextSpan[]): void {
    const at = this.#deps.now();
    let moved = 0;
    const places = spans.map(({ start, end, text }) => {
      const place = { start: start + moved, end: start + moved + text.length, at };
      moved += text.length - (end - start);
      return place;
    });
    this.#typed = [...this.#typed, ...places].slice(-maxTyped);
  }

  #move(spans: readonly TextSpan[]): void {
    this.#typed = this.#typed.map((typed) => ({ ...placeAfter(typed, spans), at: typed.at }));
  }
}

/** An edit of one document, as part of edits that are applied together. */
export interface LiveEdit<Refusal extends object> {
  readonly live: LiveDocument;
  /** Called again whenever the user typed meanwhile. */
  readonly spansIn: (shared: SharedText) => readonly TextSpan[] | Refusal;
  /** Applies the change to the shared text once it is in the document. */
  readonly write: (shared: SharedText, spans: readonly TextSpan[]) => void;
}

/** Applies edits to several documents, all or none. Null if the editor did not accept them. */
export function makeTogether<Refusal extends object>(
  edits: readonly LiveEdit<Refusal>[],
  apply: (all: readonly (readonly TextSpan[])[]) => Promise<boolean>,
): Promise<readonly TextChange[] | Refusal | null> {
  return inTurns([...new Set(edits.map(({ live }) => live))], async () => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const made = await tryTogether(edits, apply);
      if (made !== 'again') return made;
    }
    return null;
  });
}

async function tryTogether<Refusal extends object>(
  edits: readonly LiveEdit<Refusal>[],
  apply: (all: readonly (readonly TextSpan[])[]) => Promise<boolean>,
): Promise<readonly TextChange[] | Refusal | 'again'> {
  const changes: TextChange[] = [];
  for (const { live, spansIn } of edits) {
    const spans = spansIn(live.shared);
    if (!isSpans(spans)) return spans;
    const before = live.shared.text;
    changes.push({ spans, before, after: applySpans(before, spans) });
  }
  let left = 0;
  const waiting = edits.flatMap(({ live, write }, at) => {
    const { spans, before, after } = changes[at] ?? nothing;
    if (before === after) return [];
    left += 1;
    const commit = (): void => {
      left -= 1;
      write(live.shared, spans);
    };
    return [live.expect(after, commit)];
  });
  if (left === 0) return changes;
  const isApplied = await apply(changes.map(({ spans }) => spans));
  if (isApplied) for (const { live } of edits) live.look();
  for (const item of waiting) await item.dispose();
  return left === 0 || isApplied ? changes : 'again';
}

const nothing: TextChange = { spans: [], before: '', after: '' };

async function inTurns<Result>(
  [first, ...others]: readonly LiveDocument[],
  work: () => Promise<Result>,
): Promise<Result> {
  return first ? first.inTurn(() => inTurns(others, work)) : work();
}

const isMade = (value: object | null): value is readonly TextChange[] => Array.isArray(value);

const isSpans = (value: readonly TextSpan[] | object): value is readonly TextSpan[] =>
  Array.isArray(value);
