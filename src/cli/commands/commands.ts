import type { CommandDefinition } from '../command.ts';
import { clients } from './clients.ts';
import { doctor } from './doctor.ts';
import { grants } from './grants.ts';
import { history } from './history.ts';
import { hookCommand } from './hook.ts';
import { keys } from './keys.ts';
import { log } from './log.ts';
import { pending } from './pending.ts';
import { deny, revoke } from './refuse.ts';
import { roles } from './roles.ts';
import { runCommand } from './run.ts';
import { servers } from './servers.ts';
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
  clients,
  servers,
  history,
  keys,
  grants,
  roles,
  run: runCommand,
  stdio: stdioCommand,
  hook: hookCommand,
};
