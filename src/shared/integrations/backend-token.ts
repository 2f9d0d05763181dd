/** What a header can carry to the backend. */
export const tokenShape = /^[\x21-\x7e]+$/;

export const tokenWords =
  'the token may hold plain letters, digits and signs only, no spaces, accents or line breaks';
