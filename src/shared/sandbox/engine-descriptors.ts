/** The descriptors that the engine of a sandbox is started with, beside the usual three. */

/** The seccomp filter; the arguments of a launch name it. */
export const seccompDescriptor = 3;
