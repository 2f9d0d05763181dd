/** A user id with its login name from /etc/passwd, for display only; decisions use the id. */
import fs from 'node:fs/promises';

export async function userName(uid: number): Promise<string> {
  const text = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = text.split('\n').find((item) => item.split(':')[2] === String(uid));
  const name = line?.split(':')[0];
  return name ? `user ${uid} (${name.slice(0, 40)})` : `user ${uid}`;
}
