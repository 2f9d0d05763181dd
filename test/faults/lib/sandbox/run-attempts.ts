/** Runs attempts in the sandbox, looks at the host, and runs each again as its control. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Around, Attempt, AttemptRow } from './attempt.ts';
import { endingWithUs } from './own-processes.ts';
import { preamble } from './preamble.ts';
import { processesWith, secrets } from './world.ts';

const scriptName = 'try.py';
const lookMs = 20;
/** No control runs longer than this. */
const plainMs = 20_000;

export async function runAttempt(attempt: Attempt, around: Around): Promise<AttemptRow> {
  const { family, name, control, documented = null } = attempt;
  const seen = await inSandbox(attempt, around);
  around.world.repair();
  const base = { family, name, seen, documented };
  if (typeof control === 'object' && 'why' in control)
    return { ...base, control: control.why, isControlGood: true };
  const effects = await effectsOfControl(attempt, around, control);
  around.world.repair();
  const isControlGood = effects.length > 0;
  const words = isControlGood ? `effect seen: ${effects.slice(0, 2).join(', ')}` : 'NO EFFECT';
  return { ...base, control: words, isControlGood };
}

async function effectsOfControl(
  attempt: Attempt,
  around: Around,
  control: Exclude<Attempt['control'], { readonly why: string }>,
): Promise<readonly string[]> {
  if (control === 'plain') return plain(attempt, around);
  if (control === 'allowed') return allowed(attempt, around);
  await prepare(attempt, around);
  return control.unprotected(around);
}

/** In the sandbox, with a user who says yes to every host. */
async function allowed(attempt: Attempt, around: Around): Promise<readonly string[]> {
  const agent = await around.app.freshAgent([around.world.root]);
  const effects = await inSandbox(attempt, { ...around, agent }, () => {
    around.app.around.allows = () => true;
  });
  await around.app.end(agent);
  return [...effects, ...around.world.internet.map(() => 'sent out')];
}

async function inSandbox(
  attempt: Attempt,
  around: Around,
  change: () => void = () => undefined,
): Promise<readonly string[]> {
  const { world, agent } = around;
  await prepare(attempt, around);
  change();
  const watched = watch(attempt);
  try {
    if (attempt.run) await attempt.run(around);
    else await agent.call('exec_command', { argv: ['/usr/bin/python3', scriptName], timeout: 100 });
  } finally {
    watched.stop();
  }
  const after = (await attempt.after?.(around)) ?? [];
  return [...watched.seen, ...after, ...world.effects()];
}

/** The same program with the user's own rights. */
async function plain(attempt: Attempt, around: Around): Promise<readonly string[]> {
  const { world } = around;
  await prepare(attempt, around);
  const watched = watch(attempt);
  const child = spawn('/usr/bin/python3', [scriptName], {
    cwd: world.root,
    env: { PATH: '/usr/bin:/bin', HOME: world.home, TOKEN_OF_APP: secrets.environment },
    stdio: 'ignore',
    detached: true,
  });
  endingWithUs(child);
  const late = setTimeout(() => child.kill('SIGKILL'), plainMs);
  await once(child, 'exit');
  clearTimeout(late);
  watched.stop();
  const after = (await attempt.after?.(around)) ?? [];
  return [...watched.seen, ...after, ...world.effects()];
}

async function prepare(attempt: Attempt, around: Around): Promise<void> {
  const { world } = around;
  await attempt.before?.(around);
  fs.writeFileSync(path.join(world.root, 'world.json'), JSON.stringify(world.paths()));
  fs.writeFileSync(path.join(world.root, scriptName), `${preamble}\n${attempt.python}\n`);
  world.remember();
}

/** What its processes are seen to hold while they run. */
function watch({ whileRunning }: Attempt) {
  const seen = new Set<string>();
  if (!whileRunning) return { seen, stop: () => undefined };
  const timer = setInterval(() => {
    for (const pid of processesWith(scriptName).filter(isPython)) {
      const found = whileRunning(pid);
      if (found !== null) seen.add(found);
    }
  }, lookMs);
  return { seen, stop: () => clearInterval(timer) };
}

function isPython(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('/usr/bin/python3\0');
  } catch {
    return false;
  }
}
