// The extension as it was built, where the editor looks for extensions.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** @param {import('./walk.mjs').World} ctx */
export function installExtension({ repo, home }) {
  const built = path.join(repo, 'dist/vscode');
  const { publisher, name, version } = JSON.parse(
    fs.readFileSync(path.join(built, 'package.json'), 'utf8'),
  );
  const extensions = path.join(home, 'extensions');
  const target = path.join(extensions, `${publisher}.${name}-${version}`);
  fs.cpSync(built, target, { recursive: true });
  return extensions;
}

/** The same after a restart: what the page keeps is kept by its address. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** As a desktop editor has it; a page in a browser would save by itself. @param {string} file */
export function writeSettings(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const settings = {
    'files.autoSave': 'off',
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'git.autofetch': false,
    'extensions.autoCheckUpdates': false,
  };
  fs.writeFileSync(file, JSON.stringify(settings));
}
