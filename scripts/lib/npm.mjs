import { run } from './processes.mjs';

/**
 * Runs the npm that started us, or the one on the PATH.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 */
export function npm(args, options = {}) {
  const own = process.env.npm_execpath ?? '';
  const captured = /** @type {const} */ ({ ...options, output: 'capture' });
  if (/npm-cli\.c?js$/.test(own)) return run(process.execPath, [own, ...args], captured);
  return run('npm', args, { ...captured, shell: process.platform === 'win32' });
}

/** npm's own complaint, without its pointers to log files. @param {string} output */
export function npmComplaint(output) {
  const lines = output.trim().split('\n');
  const complaint = lines
    .filter((line) => /^npm (error|ERR!) \S/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) /, ''))
    .find((line) => !/^(A complete log|code |errno |syscall )/.test(line));
  return complaint ?? lines.at(-1) ?? '';
}

/** @param {string} output */
export const isNetworkFailure = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
    output,
  );
