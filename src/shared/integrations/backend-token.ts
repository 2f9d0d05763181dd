/** The characters that a backend token may have, because it is sent in a header. */
export const tokenShape = /^[\x21-\x7e]+$/;

export const tokenWords =
  'the token may hold plain letters, digits and signs only, no spaces, accents or line breaks';
