/** The id that stands for a row of the resource in every example of the reference documents. */
export function exampleId(prefix: string): string {
  return `${prefix}_01K9ZZZZZZZZZZZZZZZZZZZZZZ`;
}
