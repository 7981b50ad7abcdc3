// The types of the service's answers lead to modules that hash; the console never loads them.
declare module 'node:crypto' {
  export function hash(algorithm: string, data: string): string;
}
