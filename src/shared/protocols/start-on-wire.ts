/** The wire format of the program that a command starts, for the plugin that runs it. */
import { z } from 'zod';
import { FileStep, maxFileSteps } from '../commands/file-steps.ts';
import { maxParts, PartJoin, PartStreams } from '../commands/command-parts.ts';
import { FilePin } from '../files/file-pin.ts';
import { SandboxLaunch } from '../sandbox/sandbox-launch.ts';

export const StartOnWire = z.strictObject({
  /**
   * The program first; empty if the plugin determines the arguments, as for a project's tasks.
   */
  argv: z.array(z.string()),
  /** Absolute; null if the plugin finds it. */
  program: z.string().nullable(),
  cwd: z.string().nullable(),
  /** The complete environment. */
  env: z.record(z.string(), z.string()),
  /** The program and the code it runs, as judged; nothing else is started. */
  pins: z
    .strictObject({
      program: FilePin.nullable(),
      files: z.array(FilePin),
      parts: z.array(FilePin.nullable()).optional(),
    })
    .optional(),
  /** Several programs, joined like in a shell; `argv` and `program` are empty then. */
  parts: z
    .array(
      PartStreams.extend({
        argv: z.array(z.string()).min(1),
        program: z.string(),
        join: PartJoin,
        git: z.literal(true).optional(),
      }),
    )
    .min(1)
    .max(maxParts)
    .optional(),
  /** Git is started as for the git actions, without the repository's hooks and programs. */
  git: z.literal(true).optional(),
  /** The paths that it certainly deletes; only for previews of commands in a sandbox. */
  deletes: z.array(z.string()).optional(),
  /** Done instead of starting the program; only for the built-in workbench. */
  steps: z.array(FileStep).min(1).max(maxFileSteps).optional(),
  /** It runs in this sandbox or not at all; left out if it runs with the user's rights. */
  sandbox: SandboxLaunch.optional(),
});
