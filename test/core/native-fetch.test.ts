/** What a kept yes to one page covers is the host that the agent would really fetch from. */
import { expect, it } from 'vitest';
import type { NativeEnd } from '../../src/main/core/call/call.ts';
import { shapeNative } from '../../src/main/core/gate/shape-native.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

const end = { agentName: 'Codex' } as NativeEnd;

function keptOf(url: string): string | null | undefined {
  const args = { tool: 'WebFetch', url, cwd: '/ws' };
  const shaped = shapeNative({ action: 'native_fetch', args, native: end }, end);
  if (isError(shaped)) return 'refused';
  return shaped.native?.keep?.words ?? null;
}

it.each([
  ['https://docs.example/a?b#c', 'every page of docs.example'],
  ['HTTPS://Docs.Example', 'every page of docs.example'],
  ['http://docs.example:8080/', 'every page of docs.example:8080'],
  ['https://b\u00FCcher.example/', 'every page of xn--bcher-kva.example'],
  ['http://0x7f.1/', 'every page of 127.0.0.1'],
  ['http://[::1]:3000/', 'every page of [::1]:3000'],
])('%s', (url, words) => {
  expect(keptOf(url)).toBe(words);
});

it.each([
  String.raw`https://docs.example\@evil.example/`,
  String.raw`https://evil.example\.docs.example/`,
  'https://docs.example@evil.example/',
  'https://docs.example:443@evil.example/',
  'https://docs.example\t.evil.example/',
  'https://docs.example\n/',
  'https://docs.ex%61mple/',
  'https:docs.example/',
  'https:///docs.example/',
])('%j is asked about each time', (url) => {
  expect(keptOf(url)).toBeNull();
});

it.each(['ftp://docs.example/', 'file:///etc/passwd', 'javascript:1', 'https://', 'http://a b/'])(
  '%s is no address of a page',
  (url) => {
    expect(keptOf(url)).toBe('refused');
  },
);
