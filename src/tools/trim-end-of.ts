/**
 * The text without any of these characters at its end. A regular expression such as `/0+$/` does the
 * same in a time that grows with the square of a text of zeros.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
