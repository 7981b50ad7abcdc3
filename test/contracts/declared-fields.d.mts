/** A field of the schema of an answer: the path of its owner and its own name. */
export interface DeclaredField {
  readonly file: string;
  readonly path: string;
  readonly name: string;
}

export const ANSWERS: string;

export function declaredFields(textOf: (file: string) => string): readonly DeclaredField[];
