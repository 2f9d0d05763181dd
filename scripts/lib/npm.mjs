import { run } from './processes.mjs';

/**
 * Runs the npm that started us, or the one on the PATH.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 */
export async function npm(args, options = {}) {
  const own = process.env.npm_execpath ?? '';
  const captured = /** @type {const} */ ({ ...options, output: 'capture' });
  // Also under `npm --silent`, which is inherited, its complaint must be heard.
  const all = [...args, '--loglevel=error'];
  const ended = /npm-cli\.c?js$/.test(own)
    ? await run(process.execPath, [own, ...all], captured)
    : await run('npm', all, { ...captured, shell: process.platform === 'win32' });
  // Which registry somebody uses is nobody else's business, and output ends up in bug reports.
  return { ...ended, output: ended.output.replace(/https?:\/\/[^/\s]+/g, '') };
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
