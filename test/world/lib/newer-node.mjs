// Some clients want a newer Node than the one that runs us, and one that is not Electron's.
import path from 'node:path';

const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;

export const newerNodeNeeds = { [name]: '24.21.0' };

/** @param {import('./walk.mjs').World} ctx */
export const newerNode = (ctx) =>
  path.join(
    ctx.binDir(name),
    '..',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

/** With it in front on the PATH, for whatever the client starts. @param {import('./walk.mjs').World} ctx */
export const withNewerNode = (ctx) => ({
  ...ctx.env,
  PATH: [path.dirname(newerNode(ctx)), ctx.env.PATH].join(path.delimiter),
});

/** So that what is compiled is compiled for it, with its own headers. @param {Record<string, string>} packages */
export function newerNodeInstallEnv(packages) {
  const folder = packages[name];
  if (!folder) return {};
  const node = path.join(folder, 'node_modules', name);
  const PATH = [path.join(node, 'bin'), process.env.PATH].join(path.delimiter);
  return { PATH, npm_config_nodedir: node };
}
