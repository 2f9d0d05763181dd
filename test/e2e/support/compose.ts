/** Combines screenshots of both windows into one image, drawn in a page of the app. */
import type { Locator, Page } from 'playwright/test';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly caption?: string;
  readonly layers: readonly Layer[];
}

export interface Layer {
  /** A PNG as taken by Playwright. */
  readonly screenshot: Buffer;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly shadow?: boolean;
  /** Where the mouse pointer is, in the pixels of the screenshot. */
  readonly pointer?: Point | null;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Composed {
  readonly png: Buffer;
  readonly pixels: Uint8Array;
}

export async function middleOf(target: Locator): Promise<Point | null> {
  const box = await target.boundingBox();
  return box === null ? null : { x: box.x + box.width / 2, y: box.y + box.height * 0.6 };
}

export async function compose(page: Page, scene: Scene): Promise<Composed> {
  const layers = scene.layers.map((layer) => ({
    ...layer,
    screenshot: layer.screenshot.toString('base64'),
  }));
  const drawn = await page.evaluate(drawScene, { ...scene, layers });
  return { png: Buffer.from(drawn.png, 'base64'), pixels: Buffer.from(drawn.pixels, 'base64') };
}

interface PageScene extends Omit<Scene, 'layers'> {
  readonly layers: readonly (Omit<Layer, 'screenshot'> & { readonly screenshot: string })[];
}

/** Runs in the page, so it must not use anything from outside. */
async function drawScene(
  scene: PageScene,
): Promise<{ readonly png: string; readonly pixels: string }> {
  const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  const base64Of = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCodePoint(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const canvas = new OffscreenCanvas(scene.width, scene.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = '#d9e2e1';
  context.fillRect(0, 0, scene.width, scene.height);
  context.imageSmoothingQuality = 'high';
  for (const layer of scene.layers) {
    const image = await createImageBitmap(new Blob([bytesOf(layer.screenshot)]));
    const scale = layer.width / image.width;
    context.save();
    context.shadowColor = layer.shadow ? 'rgb(0 0 0 / 45%)' : 'transparent';
    context.shadowBlur = 24;
    context.shadowOffsetY = 6;
    context.drawImage(image, layer.x, layer.y, layer.width, image.height * scale);
    context.restore();
    if (!layer.pointer) continue;
    context.save();
    context.translate(layer.x + layer.pointer.x * scale, layer.y + layer.pointer.y * scale);
    context.beginPath();
    for (const [x, y] of [
      [0, 0],
      [0, 19],
      [4.6, 14.8],
      [7.7, 22],
      [11.2, 20.5],
      [8.1, 13.4],
      [14.2, 13.4],
    ] as const)
      context.lineTo(x, y);
    context.closePath();
    context.fillStyle = '#111';
    context.strokeStyle = '#fff';
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    context.restore();
  }
  if (scene.caption !== undefined) {
    context.fillStyle = '#0c3b3f';
    context.fillRect(0, scene.height - 44, scene.width, 44);
    context.fillStyle = '#fff';
    context.font = '600 18px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(scene.caption, scene.width / 2, scene.height - 16);
  }
  const pixels = context.getImageData(0, 0, scene.width, scene.height).data;
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return {
    png: base64Of(new Uint8Array(await blob.arrayBuffer())),
    pixels: base64Of(new Uint8Array(pixels.buffer)),
  };
}
