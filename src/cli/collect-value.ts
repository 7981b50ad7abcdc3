/** Collects the values of a flag that may be given again. */
export function collectValue(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}
