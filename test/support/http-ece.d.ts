declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Decrypts a message of RFC 8188. */
  export function decrypt(
    message: Buffer,
    params: {
      readonly version: 'aes128gcm';
      readonly privateKey: ECDH;
      readonly authSecret: string;
    },
  ): Buffer;
}
