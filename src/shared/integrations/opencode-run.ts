/**
 * The environment variable that marks an OpenCode started by Gatehouse and everything it starts.
 */
export const openCodeRunMark = 'GATEHOUSE_OPENCODE_RUN';
