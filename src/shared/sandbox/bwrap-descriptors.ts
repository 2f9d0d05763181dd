/** The descriptors that bubblewrap (bwrap) is started with, besides the usual three. */

/** The seccomp filter; the arguments of a launch name it. */
export const seccompDescriptor = 3;
