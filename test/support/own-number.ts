import { randomInt } from 'node:crypto';

/**
 * A number that another run at the same time does not have either. A program that sleeps for so many
 * seconds can be found among all processes of the machine.
 */
export const ownNumber = (): string => String(randomInt(1_000_000, 100_000_000));
