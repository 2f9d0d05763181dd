import { describe, expect, test } from 'vitest';
import { SharedText, type Author } from '../../../src/shared/editing/shared-text.ts';
import { applySpans, isOverlap } from '../../../src/shared/editing/text-spans.ts';

const one: Author = { key: 's1', by: 'agent one' };
const two: Author = { key: 's2', by: 'agent two' };
const user: Author = { key: 'user', by: null };

const shared = (text: string): SharedText => new SharedText((own) => `v:${own}`, { text });
const at = (text: SharedText, old: string, now: string) => {
  const start = text.text.indexOf(old);
  return [{ start, end: start + old.length, text: now }];
};
const insert = (start: number, text: string) => [{ start, end: start, text }];

/** An edit that was made on an earlier version. */
function mergeInto(text: SharedText, base: string, old: string, now: string, author: Author) {
  const start = base.indexOf(old);
  const spans = [{ start, end: start + old.length, text: now }];
  const merged = text.merged(`v:${base}`, spans);
  if (merged && !isOverlap(merged)) text.edit(merged, author);
  return merged;
}

describe('edits on an earlier version', () => {
  test('are made where their text is now', () => {
    const text = shared('one\ntwo\nthree\n');
    const base = text.text;
    text.edit(insert(0, 'zero\n'), user);
    text.edit(at(text, 'two', 'TWO!'), two);
    mergeInto(text, base, 'three', '3', one);
    mergeInto(text, base, 'one\n', '1\n', two);
    expect(text.text).toBe('zero\n1\nTWO!\n3\n');
  });

  test('of neighbouring lines do not overlap', () => {
    const text = shared('one\ntwo\nthree\n');
    const base = text.text;
    text.edit(at(text, 'two\n', 'II\n'), user);
    mergeInto(text, base, 'one\n', 'I\n', one);
    mergeInto(text, base, 'three\n', 'III\n', one);
    expect(text.text).toBe('I\nII\nIII\n');
  });

  test.each([
    ['the same words', 'two', 'TWO'],
    ['around them', 'one\ntwo\nthree', 'x'],
    ['inside them', 'w', 'W'],
  ])('overlap when both changed %s', (_what, old, now) => {
    const text = shared('one\ntwo\nthree\n');
    const base = text.text;
    text.edit(at(text, 'two', 'user’s'), user);
    const merged = mergeInto(text, base, old, now, one);
    expect(merged).toMatchObject({ theirs: { text: 'user’s' } });
    expect(text.text).toBe('one\nuser’s\nthree\n');
  });

  test('overlap when both insert at one place: either order would be a guess', () => {
    const text = shared('ab');
    text.edit(insert(1, 'user'), user);
    expect(text.merged('v:ab', insert(1, 'agent'))).toHaveProperty('theirs');
    expect(text.merged('v:unknown', insert(1, 'agent'))).toBeNull();
  });

  test('earlier texts are known by their version', () => {
    const text = shared('a');
    for (const next of ['b', 'c😀', 'c😁', 'd'])
      text.edit([{ start: 0, end: text.text.length, text: next }], one);
    expect(text.textAt('v:a')).toBe('a');
    expect(text.textAt('v:c😀')).toBe('c😀');
    expect(text.textAt('v:d')).toBe('d');
    expect(text.textAt('v:e')).toBeNull();
    expect([text.hadAfter('v:c😀', 'v:a'), text.hadAfter('v:a', 'v:b')]).toEqual([true, false]);
  });
});

describe('who wrote what', () => {
  test('is known by character, also after others changed text around it, and in another replica', () => {
    const text = shared('one\ntwo\n');
    text.edit(at(text, 'two', 'zwei'), one);
    text.edit(insert(0, 'typed '), user);
    text.edit(insert(text.text.indexOf('ei'), '-'), user);
    text.edit(insert(text.text.length, 'end'), two);
    const copy = new SharedText((own) => own, { state: text.state(), epoch: '' });
    for (const replica of [text, copy]) {
      const runs = replica
        .authors()
        .map(({ start, end, by }) => `${by}: ${replica.text.slice(start, end)}`);
      expect(runs).toEqual(['agent one: zw', 'agent one: ei', 'agent two: end']);
    }
  });

  test('text that was deleted and came back keeps its author', () => {
    const text = shared('');
    text.edit(insert(0, 'agent’s'), one);
    text.edit([{ start: 0, end: 7, text: '' }], user);
    text.undo('user');
    expect(text.text).toBe('agent’s');
    expect(text.authors()).toEqual([{ start: 0, end: 7, by: 'agent one' }]);
  });
});

describe('undo', () => {
  test('takes back one’s own edits alone, last first, whatever others did since', () => {
    const text = shared('one\ntwo\nthree\n');
    text.edit(at(text, 'one', 'ONE'), one);
    text.edit(at(text, 'three', 'THREE'), one);
    text.edit(at(text, 'two', 'TWO'), two);
    text.edit(insert(text.text.indexOf('REE'), 'user'), user);
    text.undo('s1');
    expect(text.text).toBe('ONE\nTWO\nthreeuser\n');
    text.undo('s1');
    expect(text.text).toBe('one\nTWO\nthreeuser\n');
    expect(text.undoSpans('s1')).toBeNull();
    text.undo('s1');
    expect(text.text).toBe('one\nTWO\nthreeuser\n');
  });

  test('can be seen beforehand', () => {
    const text = shared('one\ntwo\n');
    text.edit(at(text, 'one\n', ''), one);
    text.edit(at(text, 'two', 'zwei'), two);
    const spans = text.undoSpans('s1') ?? [];
    expect(applySpans(text.text, spans)).toBe('one\nzwei\n');
    expect(text.text).toBe('zwei\n');
  });
});

test('half a surrogate pair is never stored', () => {
  const text = shared('a😀b');
  text.edit([{ start: 2, end: 3, text: '\uDE01' }], user);
  expect(text.text).toBe('a😁b');
  text.edit([{ start: 0, end: 0, text: '\uD800' }], user);
  expect(text.text).toBe('\uFFFDa😁b');
});

test('random edits and undos: replicas converge, and every undo does what was shown', () => {
  const random = randomFrom(7);
  for (let round = 0; round < 150; round += 1) {
    const first = shared('one two three four five');
    const replicas = [
      first,
      new SharedText((own) => `v:${own}`, { state: first.state(), epoch: '' }),
    ];
    for (let step = 0; step < 20; step += 1) {
      const replica = replicas[random(2)] ?? first;
      const author = [one, two, user][random(3)] ?? user;
      const undone = random(4) === 0 ? replica.undoSpans(author.key) : null;
      if (undone) {
        const shown = applySpans(replica.text, undone);
        replica.undo(author.key);
        expect(replica.text).toBe(shown);
        continue;
      }
      const start = random(replica.text.length + 1);
      const end = Math.min(replica.text.length, start + random(6));
      replica.edit([{ start, end, text: 'abcdef😀'.slice(0, random(7)) }], author);
      if (random(3) === 0) sync(replicas);
    }
    sync(replicas);
    expect(replicas[0]?.text).toBe(replicas[1]?.text);
    expect(replicas[0]?.authors()).toEqual(replicas[1]?.authors());
  }
});

function sync(replicas: readonly SharedText[]): void {
  for (const to of replicas) for (const from of replicas) to.receive(from.since(to.vector()));
}

/** The same numbers each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
