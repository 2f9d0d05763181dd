import { describe, expect, test } from 'vitest';
import { classOfAddress, classOfName } from '../../../src/shared/network/address-class.ts';
import { canonicalHost, unicodeHost } from '../../../src/shared/network/host-name.ts';
import { packageRegistries, registryOf } from '../../../src/shared/network/package-registries.ts';

describe('N20 one host has one spelling', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['[::FFFF:7f00:1]', '127.0.0.1'],
    ['::ffff:169.254.169.254', '169.254.169.254'],
    ['２１３０７０６４３３', '127.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['EXAMPLE。com', 'example.com'],
  ])('%s is %s', (given, expected) => {
    expect(canonicalHost(given)).toBe(expected);
  });

  test.each([
    '',
    '.',
    'a..b',
    'a b',
    'a\nb',
    'a\0b',
    'user@host',
    'host/path',
    'host\\path',
    'host:80',
    'host?x',
    'host#x',
    '%31',
    '[::1',
    '::1]',
    '1::2::3',
    'fe80::1%eth0',
    '1.2.3.4.5',
    '256.1.1.1',
    'a\u202Eb',
    'a\u200Bb',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(140)}com`,
  ])('%j is no host', (given) => {
    expect(canonicalHost(given)).toBeNull();
  });

  test('a canonical host stays as it is', () => {
    for (const host of ['example.com', '10.0.0.1', '2001:db8::1', 'xn--bcher-kva.example'])
      expect(canonicalHost(host)).toBe(host);
  });
});

describe('N20 the letters behind punycode are shown', () => {
  test.each([
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--pple-43d.com', 'аpple.com'],
    ['xn--80ak6aa92e.com', 'аррӏе.com'],
    ['xn--fiqs8s', '中国'],
    ['plain.example', 'plain.example'],
    ['xn--!.example', 'xn--!.example'],
  ])('%s reads %s', (host, shown) => {
    expect(unicodeHost(host)).toBe(shown);
  });
});

describe('N21 every address has a class', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['::7f00:1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.20', 'private'],
    ['100.64.0.1', 'private'],
    ['198.18.0.1', 'private'],
    ['198.19.255.255', 'private'],
    ['fd12::1', 'private'],
    ['fec0::1', 'private'],
    ['2002:c0a8:101::1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['224.0.0.1', 'unusable'],
    ['255.255.255.255', 'unusable'],
    ['ff02::1', 'unusable'],
    ['8.8.8.8', 'public'],
    ['172.32.0.1', 'public'],
    ['172.15.255.255', 'public'],
    ['198.20.0.1', 'public'],
    ['100.128.0.1', 'public'],
    ['2001:4860::1', 'public'],
  ])('%s is %s', (address, expected) => {
    expect(classOfAddress(address)).toBe(expected);
  });

  test.each(['example.com', '1.2.3.999', 'x::1::', ''])('%j has none', (text) => {
    expect(classOfAddress(text)).toBeNull();
  });

  test('some names say it themselves', () => {
    expect(classOfName('localhost')).toBe('loopback');
    expect(classOfName('a.localhost')).toBe('loopback');
    expect(classOfName('metadata.google.internal')).toBe('metadata');
    expect(classOfName('printer')).toBe('private');
    expect(classOfName('nas.local')).toBe('private');
    expect(classOfName('router.home.arpa')).toBe('private');
    expect(classOfName('localhost.example')).toBeNull();
    expect(classOfName('93.184.216.34')).toBeNull();
  });
});

describe('package registries', () => {
  test('every host is canonical, public by name, and known over HTTPS only', () => {
    for (const host of packageRegistries.flatMap(({ hosts }) => hosts)) {
      expect(canonicalHost(host)).toBe(host);
      expect(registryOf(host, 443)).not.toBeNull();
      expect(registryOf(host, 80)).toBeNull();
    }
    expect(registryOf('npmjs.org.example', 443)).toBeNull();
  });
});
