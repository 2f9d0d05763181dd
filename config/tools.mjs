// What the workbench starts or loads and no bundler can take in: the packages that a packaged app
// carries in resources/tools/node_modules (src/workbench/basics/tools.ts looks there), each with no
// more than what runs.
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, only?: RegExp }} Tool `only` is matched against paths below the package */

const JAVASCRIPT = /^(package\.json|LICENSE|.*\.js)$/;

/**
 * @param {{ platform: string, arch: string }} target as Node names them
 * @returns {readonly Tool[]}
 */
export function toolsOf({ platform, arch }) {
  const system = `${platform}-${arch}`;
  return [
    { name: '@lydell/node-pty', only: JAVASCRIPT },
    { name: `@lydell/node-pty-${system}` },
    { name: '@parcel/watcher', only: /^(package\.json|LICENSE|index\.js|wrapper\.js)$/ },
    // Electron runs on no other C library.
    { name: `@parcel/watcher-${system}${platform === 'linux' ? '-glibc' : ''}` },
    ...['detect-libc', 'is-glob', 'is-extglob', 'picomatch'].map((name) => ({
      name,
      only: JAVASCRIPT,
    })),
    // Calls the file functions of macOS and Windows; on Linux only tests use it.
    ...(platform !== 'linux'
      ? [
          {
            name: 'koffi',
            only: /^(package\.json|LICENSE\.txt|(src\/koffi\/(src\/)?)?(index|static)\.cjs)$/,
          },
          { name: `@koromix/koffi-${system}` },
        ]
      : []),
    { name: `@vscode/ripgrep-${system}` },
    { name: `@typescript/typescript-${system}` },
    {
      name: '@vscode/tree-sitter-wasm',
      only: /^(package\.json|LICENSE|wasm\/tree-sitter-(?!regex)[a-z-]+\.wasm)$/,
    },
    { name: 'web-tree-sitter', only: /^(package\.json|LICENSE|web-tree-sitter\.wasm)$/ },
    { name: 'pyright', only: /^(?!.*\.map$)/ },
  ];
}

/**
 * @param {{ platform: string, arch: string }} target
 * @param {string} from a folder with node_modules
 * @param {string} to the folder that gets node_modules
 */
export function copyTools(target, from, to) {
  for (const { name, only = /^/ } of toolsOf(target)) {
    const source = path.join(from, 'node_modules', name);
    if (!existsSync(source)) {
      throw new Error(
        `${name} is not installed. For a package of another system than this one: ` +
          `npm install --os=${target.platform} --cpu=${target.arch}`,
      );
    }
    copyPackage(source, path.join(to, 'node_modules', name), only);
  }
}

/** @type {(source: string, target: string, only: RegExp) => void} */
function copyPackage(source, target, only) {
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const below = path.relative(source, file);
    if (!entry.isFile() || !only.test(below.split(path.sep).join('/'))) continue;
    mkdirSync(path.dirname(path.join(target, below)), { recursive: true });
    copyFileSync(file, path.join(target, below));
  }
}
