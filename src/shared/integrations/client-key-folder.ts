/**
 * The folder of stored client keys in the data folder: one file `NAME.key` per client, readable by
 * the user alone.
 */
export const clientKeyFolder = 'stdio-keys';
