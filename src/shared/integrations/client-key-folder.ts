/**
 * The folder of stored client keys in the data folder: one file `NAME.key` per client, readable
 * only by the user.
 */
export const clientKeyFolder = 'stdio-keys';
