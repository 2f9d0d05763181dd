/** In the data folder: one file for each client whose key we keep, `NAME.key`, for the person alone. */
export const clientKeyFolder = 'stdio-keys';
