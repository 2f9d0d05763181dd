import fs from 'node:fs';

const tickMs = 10;

/** Processor time of this process and of those that it started and waited for, in milliseconds. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ofChildren = (Number(fields[13]) + Number(fields[14])) * tickMs;
  return (user + system) / 1000 + ofChildren;
}
