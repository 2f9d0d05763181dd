// node scripts/sign-feed.mjs FOLDER [--notes=FILE]   writes and signs the update feeds of the packages in FOLDER
// node scripts/sign-feed.mjs --new-key               prints a new pair of keys
//
// The private key comes from GATEHOUSE_FEED_KEY (PEM, PKCS #8, Ed25519) and is never written anywhere.
// A feed that electron-builder wrote is signed as it is; where there is none, it is made from the packages.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { command, Failure, say } from './lib/command.mjs';
import { inRepo, readJson } from './lib/repo.mjs';

const USAGE = 'node scripts/sign-feed.mjs FOLDER [--notes=FILE], or --new-key.';

/** Which packages are announced in which feed; src/main/integrations/updates/feed.ts looks for these names. */
const FEEDS = [
  {
    name: 'latest-linux.yml',
    holds: /^(?!.*(arm64|aarch64)).*\.(AppImage|deb|rpm|tar\.gz)$/,
  },
  { name: 'latest-linux-arm64.yml', holds: /(arm64|aarch64).*\.(AppImage|deb|rpm|tar\.gz)$/ },
  { name: 'latest-mac.yml', holds: /mac.*\.zip$/ },
  { name: 'latest.yml', holds: /\.exe$/ },
];

await command(async () => {
  const words = process.argv.slice(2);
  if (words.includes('--new-key')) return printNewKey();
  const folder = words.find((word) => !word.startsWith('--'));
  if (!folder) throw new Failure('Which folder?', USAGE);
  const key = signingKey();
  const notes = words.find((word) => word.startsWith('--notes='))?.slice('--notes='.length);
  const names = readdirSync(folder);
  const signed = FEEDS.filter(({ name, holds }) => {
    const files = names.filter((file) => holds.test(file));
    if (!names.includes(name) && files.length > 0) writeFeed(folder, name, files, notes);
    if (!existsSync(path.join(folder, name))) return false;
    signFeed(folder, name, key);
    return true;
  });
  if (signed.length === 0) throw new Failure(`There are no packages in ${folder}.`, USAGE);
  say(`Signed: ${signed.map(({ name }) => name).join(', ')}. Public key: ${publicKeyOf(key)}`);
});

function signingKey() {
  const pem = process.env.GATEHOUSE_FEED_KEY;
  if (!pem)
    throw new Failure(
      'There is no key to sign with.',
      'set GATEHOUSE_FEED_KEY to a private key (PEM); --new-key makes one.',
    );
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Failure(`The key is of the kind ${key.asymmetricKeyType}.`, 'use an Ed25519 key.');
}

/** @param {import('node:crypto').KeyObject} key */
function publicKeyOf(key) {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

function printNewKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  console.log(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  console.log(`Public key, for electron-builder.yml or Settings: ${publicKeyOf(privateKey)}`);
}

/** @type {(folder: string, name: string, files: string[], notes: string | undefined) => void} */
function writeFeed(folder, name, files, notes) {
  const feed = {
    version: readJson(inRepo('package.json')).version,
    files: files.map((url) => ({
      url,
      sha512: createHash('sha512')
        .update(readFileSync(path.join(folder, url)))
        .digest('base64'),
      size: statSync(path.join(folder, url)).size,
    })),
    releaseDate: new Date().toISOString(),
    ...(notes ? { releaseNotes: readFileSync(notes, 'utf8') } : {}),
  };
  writeFileSync(path.join(folder, name), stringify(feed));
}

/** @type {(folder: string, name: string, key: import('node:crypto').KeyObject) => void} */
function signFeed(folder, name, key) {
  const content = readFileSync(path.join(folder, name));
  const bytes = Buffer.concat([Buffer.from(`gatehouse update feed 1\n${name}\n`), content]);
  const signature = sign(null, bytes, key);
  if (!verify(null, bytes, createPublicKey(key), signature))
    throw new Error(`The signature of ${name} cannot be verified.`);
  writeFileSync(path.join(folder, `${name}.sig`), `${signature.toString('base64')}\n`);
}
