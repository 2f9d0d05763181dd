/** The AppArmor profile of the .deb package, as text: there is no AppArmor where these tests run. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { unavailable } from '../../src/main/platform/sandbox/sandbox-causes.ts';

const repo = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(repo, name), 'utf8');

interface PackConfig {
  readonly productName: string;
  readonly linux: { readonly executableName: string };
  readonly deb: { readonly appArmorProfile?: string; readonly depends: readonly string[] };
}
const config = parse(read('electron-builder.yml')) as PackConfig;

const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*\n/gm, '');

it('N18 the .deb has an AppArmor profile that allows user namespaces to our program only', () => {
  const { deb, productName, linux } = config;
  const profile = withoutComments(read(deb.appArmorProfile ?? 'missing'));
  const program = `/opt/${productName}/${linux.executableName}`;
  expect(profile).toContain(`"${program}" flags=(unconfined) {`);
  expect(profile).toMatch(/^ {2}userns,$/m);
  // A profile for bubblewrap itself would be in force for other programs, too.
  expect(profile).not.toContain('bwrap');
  expect(profile.match(/^profile /gm)).toHaveLength(1);
  // electron-builder fills in what looks like a placeholder.
  expect(read(deb.appArmorProfile ?? 'missing')).not.toContain('${');
});

it('N18 the scripts of the package install that profile and remove it', () => {
  const templates = 'node_modules/app-builder-lib/templates/linux';
  const target = "'/etc/apparmor.d/${executable}'";
  expect(read(`${templates}/after-install.tpl`)).toContain(`APPARMOR_PROFILE_TARGET=${target}`);
  expect(read(`${templates}/after-remove.tpl`)).toContain(`APPARMOR_PROFILE_DEST=${target}`);
  expect(config.deb).not.toHaveProperty('afterInstall');
  expect(config.deb).not.toHaveProperty('afterRemove');
});

it('N18 the fix for AppArmor names the package that brings the profile', () => {
  const { fix } = unavailable('apparmor');
  expect(fix).toContain('.deb package, whose AppArmor profile');
  expect(fix).toContain('userns,');
  expect(fix).not.toContain('bwrap');
});
