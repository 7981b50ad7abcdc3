// The response types of the service import modules that hash; the console never loads them.
declare module 'node:crypto' {
  export function hash(algorithm: string, data: string): string;
}
