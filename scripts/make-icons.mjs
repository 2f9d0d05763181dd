// Renders resources/icons-src/*.svg to the PNG, ICO and ICNS files the app and its installers use.
// Run it with plain Node; it starts itself again as an Electron app, because Chromium is the only renderer.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { sandboxFlags } from './lib/sandbox.mjs';
import { setUp } from './lib/setup.mjs';

if (process.versions.electron) {
  // Not awaited: Electron is not ready before its entry module has finished loading.
  void renderAll();
} else {
  await command(renderInElectron);
}

async function renderInElectron() {
  const { electron, env, dispose } = await setUp({ display: true });
  // The same pixels on every machine.
  const flags = ['--disable-gpu', '--force-color-profile=srgb', '--force-device-scale-factor=1'];
  const args = [...sandboxFlags(), ...flags, '--password-store=basic', '--log-level=3'];
  try {
    const script = fileURLToPath(import.meta.url);
    const { code } = await run(electron.executable, [...args, script], { env, timeoutMs: 60_000 });
    return code;
  } finally {
    dispose();
  }
}

async function renderAll() {
  const { app, BrowserWindow } = await import('electron');
  await app.whenReady();
  const page = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await page.loadURL('data:text/html,');
  const draw = drawerIn(page.webContents);
  try {
    await makeTrayIcons(draw);
    await makeAppIcons(draw);
    app.exit(0);
  } catch (error) {
    console.error(error);
    app.exit(1);
  }
}

/** draw(size, layers) → PNG bytes; a layer is an SVG text with the box it fills, in pixels. */
function drawerIn(webContents) {
  const inPage = async (size, layers) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d');
    for (const { svg, x, y, side } of layers) {
      const image = new Image(side, side);
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await image.decode();
      context.drawImage(image, x, y, side, side);
    }
    return canvas.toDataURL('image/png').split(',')[1];
  };
  return async (size, layers) => {
    const call = `(${inPage})(${JSON.stringify(size)}, ${JSON.stringify(layers)})`;
    return Buffer.from(await webContents.executeJavaScript(call), 'base64');
  };
}

async function makeTrayIcons(draw) {
  const states = ['idle', 'asking', 'active', 'paused', 'trouble'];
  const counts = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'more'];
  const families = [
    { folder: 'tray', source: 'tray-22', base: 22, badge: 14 },
    { folder: 'tray/16', source: 'tray-16', base: 16, badge: 11 },
    { folder: 'tray/mac', source: 'tray-mac', base: 16, suffix: 'Template' },
  ];
  for (const { folder, source, base, badge, suffix = '' } of families) {
    for (const scale of [1, 2]) {
      const size = base * scale;
      const save = async (name, layers) =>
        write(
          `${folder}/${name}${suffix}${scale === 2 ? '@2x' : ''}.png`,
          await draw(size, layers),
        );
      const gate = (state) => ({ svg: sourceOf(source, { state }), x: 0, y: 0, side: size });
      const badged = (count) => {
        const side = badge * scale;
        return [
          gate('asking'),
          {
            svg: sourceOf(side === 11 ? 'badge-11px' : 'badge', { count }),
            x: size - side,
            y: size - side,
            side,
          },
        ];
      };
      for (const state of states) {
        await save(state, badge && state === 'asking' ? badged('asks') : [gate(state)]);
      }
      if (!badge) continue;
      for (const count of counts) await save(`asking-${count}`, badged(count));
    }
  }
}

async function makeAppIcons(draw) {
  const pngs = new Map();
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    const source = size <= 48 ? 'app-small' : 'app';
    const png = await draw(size, [{ svg: sourceOf(source), x: 0, y: 0, side: size }]);
    pngs.set(size, png);
    write(`app/${size}x${size}.png`, png);
  }
  write('icon.png', pngs.get(512));
  write('icon.ico', ico([16, 24, 32, 48, 64, 128, 256].map((size) => [size, pngs.get(size)])));
  const icnsTypes = {
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic13: 256,
    ic08: 256,
    ic14: 512,
    ic09: 512,
    ic10: 1024,
  };
  write('icon.icns', icns(Object.entries(icnsTypes).map(([type, size]) => [type, pngs.get(size)])));
}

/** The source with its root's data-* attributes set: they choose which parts of the drawing show. */
function sourceOf(name, choices = {}) {
  let text = readFileSync(inRepo('resources/icons-src', `${name}.svg`), 'utf8');
  for (const [key, value] of Object.entries(choices)) {
    text = text.replace(new RegExp(`(<svg[^>]* data-${key}=)"[^"]*"`), `$1"${value}"`);
  }
  return text;
}

function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(([size, png], index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at); // 256 is written as 0
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(([, png]) => png)]);
}

function icns(entries) {
  const chunk = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(8 + body.length, 4);
    return Buffer.concat([head, body]);
  };
  return chunk('icns', Buffer.concat(entries.map(([type, png]) => chunk(type, png))));
}

function write(name, bytes) {
  const file = inRepo('resources', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
