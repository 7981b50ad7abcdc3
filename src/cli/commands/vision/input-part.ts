/** A piece of the input. */
export type InputPart =
  /** Bytes of the text. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Nothing came for a moment. */
  | { readonly kind: 'pause' }
  /** A followed file ended here, and another one began in its place. */
  | { readonly kind: 'restart' };
