declare const __GATEHOUSE_VERSION__: string | undefined;

/** Put in by the build; there is none when the sources are run as they are. */
export const version =
  typeof __GATEHOUSE_VERSION__ === 'string' ? __GATEHOUSE_VERSION__ : 'of the sources';
