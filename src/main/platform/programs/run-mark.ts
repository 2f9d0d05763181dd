/**
 * Marks started processes, so that they end together with this run of the app, however it ends.
 */
import { runMark } from '../../../shared/app/run-mark.ts';

/** The workbench gets it from main; what the user opens from our windows has none. */
let value: string | undefined = process.env[runMark];

export function setRunMark(own: string): void {
  value = own;
  // The mark of an outer app would be inherited like any other variable.
  Reflect.deleteProperty(process.env, runMark);
}

/** The environment for a program: the given one, plus our mark if this process has one. */
export const withRunMark = (env: Readonly<Record<string, string>>): Record<string, string> =>
  value === undefined ? { ...env } : { ...env, [runMark]: value };
