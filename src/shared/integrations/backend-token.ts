/** The characters allowed in a backend token, which is sent in a header. */
export const tokenShape = /^[\x21-\x7e]+$/;

export const tokenWords =
  'the token may hold plain letters, digits and signs only, no spaces, accents or line breaks';
