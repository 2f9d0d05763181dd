import { describe, expect, it } from 'vitest';
import { StartOnWire } from '../../src/shared/protocols/start-on-wire.ts';
import { SandboxLaunch } from '../../src/shared/sandbox/sandbox-launch.ts';
import { SandboxStatus, whyNoSandbox } from '../../src/shared/sandbox/sandbox-status.ts';

const launch = {
  profileSha256: 'a'.repeat(64),
  bwrap: '/usr/bin/bwrap',
  args: ['--unshare-user'],
  env: { PATH: '/usr/bin' },
  network: null,
  limits: { memoryBytes: 1024, processes: 10, folderBytes: 1024 },
  limiter: ['/usr/bin/prlimit', '--nproc=10:10', '--'],
  privateFolders: ['/data/tmp'],
  seccompFile: '/data/filter',
};

const accepts = (value: unknown): boolean => SandboxLaunch.safeParse(value).success;

describe('a sandbox launch on the wire', () => {
  it('is accepted with and without a network', () => {
    expect(accepts(launch)).toBe(true);
    expect(accepts({ ...launch, network: { holderPid: 42 } })).toBe(true);
  });

  it('is refused with anything missing, of another kind, or added', () => {
    for (const field of Object.keys(launch))
      expect(accepts({ ...launch, [field]: undefined })).toBe(false);
    expect(accepts({ ...launch, bwrap: 'bwrap' })).toBe(false);
    expect(accepts({ ...launch, profileSha256: 'A'.repeat(64) })).toBe(false);
    expect(accepts({ ...launch, network: { holderPid: 0 } })).toBe(false);
    expect(accepts({ ...launch, limits: { ...launch.limits, processes: 0 } })).toBe(false);
    expect(accepts({ ...launch, weaker: true })).toBe(false);
  });

  it('is an optional part of what a command starts', () => {
    const start = { argv: ['true'], program: '/bin/true', cwd: '/w', env: {} };
    expect(StartOnWire.safeParse(start).success).toBe(true);
    expect(StartOnWire.safeParse({ ...start, sandbox: launch }).success).toBe(true);
    expect(StartOnWire.safeParse({ ...start, sandbox: {} }).success).toBe(false);
  });
});

describe('the status of the sandbox', () => {
  it('is ready with a version, or unavailable with a cause, a sentence and a fix', () => {
    const accepted = (value: unknown): boolean => SandboxStatus.safeParse(value).success;
    expect(accepted({ kind: 'ready', version: '0.8.0' })).toBe(true);
    const texts = { why: 'No.', sentence: 'No. So.', fix: 'Do.' };
    const unavailable = { kind: 'unavailable', cause: 'missing', ...texts };
    expect(accepted(unavailable)).toBe(true);
    expect(accepted({ ...unavailable, cause: 'bad luck' })).toBe(false);
    expect(accepted({ kind: 'ready' })).toBe(false);
    expect(accepted({ kind: 'weaker', version: '1' })).toBe(false);
  });

  it('says to an agent why there is none, and nothing about commands', () => {
    const texts = { why: 'No.', sentence: 'No. You are asked about each command.' };
    const unavailable = { kind: 'unavailable', cause: 'missing', ...texts } as const;
    expect(whyNoSandbox({ ...unavailable, fix: 'Do.' })).toBe('No. Do.');
    expect(whyNoSandbox({ ...unavailable, fix: '' })).toBe('No.');
    expect(whyNoSandbox(null)).toBe('This start of Gatehouse has none.');
  });
});
