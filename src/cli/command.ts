/** The interface of a CLI command. */
import type { ParseArgsConfig } from 'node:util';
import { CliError } from './cli-error.ts';
import type { Paint } from './terminal/paint.ts';

export interface CommandOutput {
  readonly data: unknown;
  /** Human-readable, without a final newline. */
  readonly text: string;
  /** The command ran, but its answer is negative (exit code 1). */
  readonly isNegative?: boolean;
  /** The exit code of a program that was run, instead of Gatehouse's; then nothing is printed. */
  readonly exitCode?: number;
}

export interface CommandInput {
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly json: boolean;
  readonly paint: Paint;
  /** Columns of the terminal; 0 if there is none. */
  readonly width: number;
  /** Prints one item immediately, as JSON or text; for commands that stream. */
  emit(answer: CommandOutput): void;
}

export interface CommandDefinition {
  readonly summary: string;
  readonly help: string;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** Null if everything was already printed. */
  run(input: CommandInput): Promise<CommandOutput | null>;
}

export function expectNone(args: readonly string[]): void {
  if (args.length > 0) throw new CliError('usage', `Unexpected arguments: ${args.join(' ')}`);
}

export function oneArg(args: readonly string[], noun: string): string {
  const [arg, ...more] = args;
  if (!arg || more.length > 0) throw new CliError('usage', `Expected one ${noun}.`);
  return arg;
}

export const textOption = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
