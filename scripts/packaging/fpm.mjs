#!/usr/bin/env node
// Stands in for fpm where electron-builder cannot download it (CUSTOM_FPM_PATH): takes the arguments
// that electron-builder gives and makes a .deb by dpkg-deb or an .rpm by rpmbuild.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { options, depends, recommends, sources } = parse(process.argv.slice(2));
const work = mkdtempSync(path.join(tmpdir(), 'gatehouse-package-'));
try {
  const tree = path.join(work, 'tree');
  for (const { from, to } of sources) place(from, path.join(tree, to));
  if (option('t') === 'deb') makeDeb(tree);
  else if (option('t') === 'rpm') makeRpm(tree);
  else throw new Error(`No package of the kind ${option('t')} can be made here.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @param {string[]} args */
function parse(args) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {string[]} */
  const needed = [];
  /** @type {string[]} */
  const suggested = [];
  /** @type {{ from: string, to: string }[]} */
  const files = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (['--force', '--debug'].includes(word)) continue;
    if (!word.startsWith('-')) {
      const [from = '', to = ''] = word.split('=');
      files.push({ from, to });
      continue;
    }
    const [name = '', given] = word.replace(/^--?/, '').split(/=(.*)/s);
    const value = given ?? args[(at += 1)] ?? '';
    if (name === 'd') needed.push(value);
    else if (name === 'deb-recommends') suggested.push(value);
    else found.set(name, value);
  }
  return { options: found, depends: needed, recommends: suggested, sources: files };
}

/** @param {string} name */
function option(name) {
  const value = options.get(name);
  if (value === undefined) throw new Error(`electron-builder gave no --${name}.`);
  return value;
}

/** @param {string} from @param {string} to */
function place(from, to) {
  const isFolder = from.endsWith('/');
  mkdirSync(isFolder ? to : path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  if (!isFolder) chmodSync(to, 0o644);
}

/** @param {string} tree */
function makeDeb(tree) {
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control);
  const [summary = '', ...rest] = option('description').split('\n');
  const kilobytes = Math.ceil(sizeOf(tree) / 1024);
  const lines = [
    `Package: ${option('name')}`,
    `Version: ${option('version')}`,
    `Architecture: ${option('architecture')}`,
    `Maintainer: ${option('maintainer')}`,
    `Installed-Size: ${kilobytes}`,
    `Depends: ${depends.join(', ')}`,
    ...(recommends.length > 0 ? [`Recommends: ${recommends.join(', ')}`] : []),
    'Section: devel',
    `Priority: ${options.get('deb-priority') ?? 'optional'}`,
    `Homepage: ${option('url')}`,
    `Description: ${summary}`,
    ...rest.map((line) => ` ${line.trim() || '.'}`),
  ];
  writeFileSync(path.join(control, 'control'), `${lines.join('\n')}\n`);
  script(path.join(control, 'postinst'), option('after-install'));
  script(path.join(control, 'postrm'), option('after-remove'));
  // A test that only installs the package need not wait for xz.
  const compression = process.env.GATEHOUSE_DEB_UNCOMPRESSED ? ['-Znone'] : ['-Zxz', '-z1'];
  execFileSync('dpkg-deb', [
    ...compression,
    '--root-owner-group',
    '--build',
    tree,
    option('package'),
  ]);
}

/** @param {string} file @param {string} source */
function script(file, source) {
  writeFileSync(file, readFileSync(source), { mode: 0o755 });
}

/** @param {string} tree */
function makeRpm(tree) {
  const spec = path.join(work, 'package.spec');
  // rpm allows no hyphen in a version.
  const version = option('version').replaceAll('-', '~');
  const lines = [
    `Name: ${option('name')}`,
    `Version: ${version}`,
    'Release: 1',
    `Summary: ${options.get('rpm-summary') ?? option('name')}`,
    `License: ${options.get('license') ?? 'MIT'}`,
    `URL: ${option('url')}`,
    'AutoReqProv: no',
    ...depends.map((one) => `Requires: ${one}`),
    '%global _build_id_links none',
    '%global __os_install_post %{nil}',
    '%global _binary_payload w1.gzdio',
    '%description',
    option('description'),
    '%files',
    ...readdirSync(tree).map((name) => (name === 'opt' ? '/opt/*' : '')),
    ...listed(tree, 'usr').map((file) => `"${file}"`),
    '%post',
    readFileSync(option('after-install'), 'utf8').replaceAll('%', '%%'),
    '%postun',
    // On an upgrade this runs after the new version is installed; electron-builder expects that.
    readFileSync(option('after-remove'), 'utf8').replaceAll('%', '%%'),
  ];
  writeFileSync(spec, `${lines.filter((line) => line !== '').join('\n')}\n`);
  const out = path.join(work, 'rpms');
  const args = ['-bb', '--quiet', '--buildroot', tree, '--define', `_rpmdir ${out}`];
  args.push('--define', `_topdir ${work}`, '--define', '_rpmfilename package.rpm');
  args.push('--target', option('architecture') === 'arm64' ? 'aarch64' : 'x86_64', '--noclean');
  execFileSync('rpmbuild', [...args, spec], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(path.join(out, 'package.rpm'), option('package'));
}

/** @param {string} tree @param {string} folder @returns {string[]} the files below, from the root */
function listed(tree, folder) {
  if (!existsSync(path.join(tree, folder))) return [];
  return readdirSync(path.join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `/${path.relative(tree, path.join(entry.parentPath, entry.name))}`);
}

/** @param {string} folder */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
