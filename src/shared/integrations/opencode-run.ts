/** In the environment of an OpenCode that Gatehouse runs, and of everything that comes of it. */
export const openCodeRunMark = 'GATEHOUSE_OPENCODE_RUN';
