/** The used part of the saxen API; the package contains no types. */
declare module 'saxen' {
  export class Parser {
    on(event: 'error' | 'warn', handler: (error: Error) => void): this;
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Readonly<Record<string, string>>,
        decodeEntities: (text: string) => string,
      ) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string) => void): this;
    write(xml: string): void;
    end(): void;
  }
}
