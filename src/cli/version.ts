declare const __GATEHOUSE_VERSION__: string | undefined;

/** Set by the build; undefined when running from source. */
export const version =
  typeof __GATEHOUSE_VERSION__ === 'string' ? __GATEHOUSE_VERSION__ : 'of the sources';
