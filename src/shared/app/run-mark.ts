/**
 * The environment variable that marks everything that one run of the app starts, so that all of it
 * can be found and ended.
 */
export const runMark = 'GATEHOUSE_RUN';
