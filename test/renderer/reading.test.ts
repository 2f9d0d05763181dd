import { describe, expect, it } from 'vitest';
import { progressWords, whyUnread } from '../../src/renderer/ask/frame/frame-text.ts';
import { PartState } from '../../src/renderer/reading/part-state.ts';
import { without } from '../../src/renderer/reading/unseen-area.ts';
import { sampleAsk, sampleConfirm } from './samples.ts';

const size = { width: 400, height: 1000 };
const strip = (top: number, bottom: number, right = 400) => ({ left: 0, top, right, bottom });

/** Looks every 50 ms at what each step shows. */
function lookedAt(
  state: PartState,
  steps: readonly (readonly [number, number] | null)[],
  of = size,
) {
  steps.forEach((step, nth) => state.look(of, step && strip(...step), nth * 50));
  return state.isRead;
}
const lifetime = (step: readonly [number, number], looks = 3) =>
  Array.from({ length: looks }, () => step);

describe('G9 something was on screen', () => {
  it('once every strip of it stayed there', () => {
    const state = new PartState();
    const steps = [0, 200, 400, 600, 800].flatMap((top) => lifetime([top, top + 240]));
    expect(lookedAt(state, steps)).toBe(true);
  });

  it('not by its end alone, with the middle skipped', () => {
    const state = new PartState();
    expect(lookedAt(state, [...lifetime([0, 200], 20), ...lifetime([800, 1000], 20)])).toBe(false);
    expect(state.firstUnseen).toBe(200);
  });

  it('not by flying past', () => {
    const steps = Array.from({ length: 20 }, (_, nth) => [nth * 50, nth * 50 + 60] as const);
    expect(lookedAt(new PartState(), steps)).toBe(false);
  });

  it('by scrolling slowly and evenly', () => {
    const steps = Array.from({ length: 60 }, (_, nth) => {
      const top = Math.min(900, Math.max(0, nth * 20 - 60));
      return [top, top + 100] as const;
    });
    expect(lookedAt(new PartState(), steps)).toBe(true);
  });

  it('not in a slit through which no line fits', () => {
    const steps = Array.from({ length: 1000 }, (_, nth) => [nth, nth + 8] as const).flatMap(
      (step) => lifetime(step, 4),
    );
    expect(lookedAt(new PartState(), steps)).toBe(false);
  });

  it('not while some of its width is cut off', () => {
    const state = new PartState();
    for (let at = 0; at < 500; at += 50) state.look(size, strip(0, 1000, 300), at);
    expect(state.isRead).toBe(false);
    for (let at = 500; at < 800; at += 50)
      state.look(size, { left: 100, top: 0, right: 400, bottom: 1000 }, at);
    expect(state.isRead).toBe(true);
  });

  it('and stays read when the window is resized; half read, it begins again', () => {
    const state = new PartState();
    expect(lookedAt(state, lifetime([0, 1000]))).toBe(true);
    expect(lookedAt(state, lifetime([0, 10]), { width: 200, height: 2000 })).toBe(true);
    const half = new PartState();
    expect(lookedAt(half, lifetime([0, 600], 10))).toBe(false);
    expect(lookedAt(half, lifetime([600, 1000], 10), { width: 390, height: 1000 })).toBe(false);
    expect(half.firstUnseen).toBe(0);
  });

  it('also when less than a line of it was left: reading continues a line earlier', () => {
    const row = { width: 400, height: 24 };
    const state = new PartState();
    expect(lookedAt(state, lifetime([0, 18]), row)).toBe(false);
    expect(state.firstUnseen).toBe(18);
    // The page scrolls to `readFrom`; everything below it is then on screen.
    expect(lookedAt(state, lifetime([state.readFrom, 24]), row)).toBe(true);
  });

  it('not while it has no size', () => {
    expect(lookedAt(new PartState(), lifetime([0, 10], 10), { width: 400, height: 0 })).toBe(false);
  });
});

it('an area in the middle leaves what is around it', () => {
  const left = without([strip(0, 100)], { left: 100, top: 40, right: 200, bottom: 60 });
  const area = left.reduce((sum, r) => sum + (r.right - r.left) * (r.bottom - r.top), 0);
  expect(area).toBe(400 * 100 - 100 * 20);
});

describe('what is left to read is said', () => {
  const roots = Array.from({ length: 16 }, (_, nth) => `root:/p/${nth}`);
  const progress = {
    read: roots.slice(0, 3),
    unread: roots.slice(3),
    isFolded: false,
    hasSkipped: false,
  };
  const reading = (more = {}) => ({
    progress: { ...progress, ...more },
    isDone: false,
    showNext: () => undefined,
  });

  it('as a number of folders or files, or of parts', () => {
    expect(progressWords(progress)).toBe('3 of 16 folders seen');
    expect(progressWords({ ...progress, read: ['who'], unread: ['call'] })).toBe(
      '1 of 2 parts seen',
    );
    expect(progressWords(null)).toBe('');
  });

  it('as what to do', () => {
    expect(whyUnread(sampleConfirm(), reading())).toBe(
      'Scroll to the end of the call to enable Allow.',
    );
    expect(whyUnread(sampleAsk(), reading({ hasSkipped: true }))).toContain('you skipped');
    expect(whyUnread(sampleAsk(), reading({ isFolded: true }))).toContain('Show all');
    expect(whyUnread(sampleAsk(), { ...reading(), progress: null })).toBe('');
    expect(whyUnread(sampleAsk(), { ...reading(), isDone: true })).toBeNull();
  });
});
