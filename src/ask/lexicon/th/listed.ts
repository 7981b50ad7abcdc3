/** The phrases of a list that are parted by commas. */
export function listed(phrases: string): readonly string[] {
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
