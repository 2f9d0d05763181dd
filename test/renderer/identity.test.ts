import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/shared/access/access.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { Identity } from '../../src/renderer/ui/identity.tsx';
import { IdentityLine } from '../../src/renderer/ui/identity-line.tsx';

const agentAt = (door: Agent['door']): Agent => ({
  clientId: 'agent:claude' as ClientId,
  claimedName: 'claude',
  claimedVersion: '',
  door,
  verified: null,
});

describe('G33 a name that the caller chose itself', () => {
  test.each([Identity, IdentityLine])('is never shown as verified (%o)', (Shown) => {
    const html = renderToStaticMarkup(createElement(Shown, { agent: agentAt('management') }));
    expect(html).not.toMatch(/(?<!un)verified/i);
    expect(html).toContain('own name');
  });

  test.each([Identity, IdentityLine])('stays apart from a key that was checked (%o)', (Shown) => {
    const html = renderToStaticMarkup(createElement(Shown, { agent: agentAt('mcp') }));
    expect(html).toMatch(/Verified|Key verified/);
  });
});
