/** Marks started processes, so that they end with this run of the app, however it ends. */
import { runMark } from '../../../shared/app/run-mark.ts';

/** The workbench has it from main; what the user opens from our windows has none. */
let value: string | undefined = process.env[runMark];

export function setRunMark(own: string): void {
  value = own;
  // A mark of an outer app would be inherited like every other variable.
  Reflect.deleteProperty(process.env, runMark);
}

/** The environment for a program: what it is given, and our mark where this process has one. */
export const withRunMark = (env: Readonly<Record<string, string>>): Record<string, string> =>
  value === undefined ? { ...env } : { ...env, [runMark]: value };
