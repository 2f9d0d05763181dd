import type { CommandDefinition } from '../command.ts';
import { doctor } from './doctor.ts';
import { keys } from './keys.ts';
import { log } from './log.ts';
import { pending } from './pending.ts';
import { deny, revoke } from './refuse.ts';
import { sessions } from './sessions.ts';
import { status } from './status.ts';
import { stdioCommand } from './stdio.ts';
import { verifyCommand } from './verify.ts';

export const commands: Readonly<Record<string, CommandDefinition>> = {
  status,
  pending,
  sessions,
  revoke,
  deny,
  log,
  verify: verifyCommand,
  doctor,
  keys,
  stdio: stdioCommand,
};
