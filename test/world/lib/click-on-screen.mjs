// The person at the screen, where nothing can look into the app: what the display shows is taken by xwd, the
// Allow button is found by its colour, and xdotool moves the pointer there and clicks.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** --accent of src/renderer/ui/tokens.css, light and dark: only an Allow that is enabled is as wide in it. */
const accents = [0x0a5a66, 0x6fc6d0];
const narrowestButton = 80;
const giveUpMs = 120_000;

/** @param {NodeJS.ProcessEnv} env with the display */
export async function clickAllow(env) {
  const giveUpAt = performance.now() + giveUpMs;
  while (performance.now() < giveUpAt) {
    const window = await askWindow(env);
    const button = window && findButton(await screenshotOf(window, env));
    if (button) {
      const title = await titleOf(window, env);
      await xdotool(env, 'mousemove', '--window', window, String(button.x), String(button.y));
      await xdotool(env, 'click', '1');
      return title;
    }
    // Under the pointer the button has another colour.
    await xdotool(env, 'mousemove', '1', '1');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('no Allow to click in two minutes');
}

/** @param {NodeJS.ProcessEnv} env */
async function askWindow(env) {
  const args = ['search', '--onlyvisible', '--name', '^Gatehouse asks'];
  // It fails where it finds none.
  const found = await execute('xdotool', args, { env }).catch(() => ({ stdout: '' }));
  return found.stdout.trim().split('\n')[0] ?? '';
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} words */
const xdotool = (env, ...words) => execute('xdotool', words, { env });

/** @param {string} window @param {NodeJS.ProcessEnv} env */
const titleOf = async (window, env) => (await xdotool(env, 'getwindowname', window)).stdout.trim();

/** @param {string} window @param {NodeJS.ProcessEnv} env */
async function screenshotOf(window, env) {
  const args = ['-silent', '-id', window];
  const taken = execute('xwd', args, { env, encoding: 'buffer', maxBuffer: 2 ** 26 });
  const { stdout } = await taken.catch(() => ({ stdout: Buffer.alloc(0) }));
  return stdout;
}

/**
 * The first row of the widest area in the accent colour, a few pixels into it.
 * @param {Buffer} screenshot as xwd writes it: a header of 32-bit numbers, colours, then 32 bits for each pixel
 */
function findButton(screenshot) {
  if (screenshot.length < 100) return null;
  const number = (/** @type {number} */ at) => screenshot.readUInt32BE(at * 4);
  const [width, height, bytesOfRow] = [number(4), number(5), number(12)];
  const start = number(0) + number(19) * 12;
  let best = { length: narrowestButton, x: 0, y: -1 };
  for (let y = 0; y < height; y += 1) {
    let length = 0;
    for (let x = 0; x < width; x += 1) {
      const colour = screenshot.readUInt32LE(start + y * bytesOfRow + x * 4) & 0xff_ff_ff;
      length = accents.includes(colour) ? length + 1 : 0;
      if (length > best.length) best = { length, x: x - length + 1, y };
    }
  }
  return best.y < 0 ? null : { x: best.x + Math.floor(best.length / 2), y: best.y + 5 };
}
