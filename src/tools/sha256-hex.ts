import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8, 64 lowercase hexadecimal digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}
