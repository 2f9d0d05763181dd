// Another program: at a moment of its own it writes the file anew, in place or by a rename.
import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ file, content, delayMs, inPlace }) => {
  const until = performance.now() + delayMs;
  while (performance.now() < until);
  if (!inPlace) fs.writeFileSync(`${file}.theirs`, content);
  const from = process.hrtime.bigint();
  if (inPlace) fs.writeFileSync(file, content);
  else fs.renameSync(`${file}.theirs`, file);
  parentPort?.postMessage({ from, to: process.hrtime.bigint() });
});
