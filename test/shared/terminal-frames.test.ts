import { describe, expect, it } from 'vitest';
import {
  frameKinds,
  frameOf,
  FrameReader,
  longestFrame,
  sizeBytes,
  sizeIn,
} from '../../src/shared/agents/terminal-frames.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('frames of a terminal', () => {
  it('come out as they went in, however they are cut', () => {
    const all = [frameOf(frameKinds.data, bytes('one')), frameOf(frameKinds.stopped)];
    const whole = new Uint8Array(all.flatMap((frame) => [...frame]));
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const reader = new FrameReader();
      const parts = [whole.slice(0, cut), whole.slice(cut)];
      const frames = parts.flatMap((part) => reader.read(part) ?? []);
      expect(frames).toEqual([
        { kind: frameKinds.data, content: bytes('one') },
        { kind: frameKinds.stopped, content: new Uint8Array(0) },
      ]);
    }
  });

  it('of an unknown kind, or too long, are none', () => {
    expect(new FrameReader().read(new Uint8Array([99, 0, 0, 0, 0]))).toBe(null);
    const long = frameOf(frameKinds.data);
    new DataView(long.buffer).setUint32(1, longestFrame + 1);
    expect(new FrameReader().read(long)).toBe(null);
  });

  it('carry the size of the terminal', () => {
    expect(sizeIn(sizeBytes(120, 40))).toEqual({ cols: 120, rows: 40 });
    expect(sizeIn(sizeBytes(0, 40))).toBe(null);
    expect(sizeIn(bytes('x'))).toBe(null);
  });
});
