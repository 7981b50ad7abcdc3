const LONGEST = 160;
const ELLIPSIS = '…';

/** The beginning of what somebody wrote, on one line; characters stay whole. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= LONGEST) return line;
  return `${characters
    .slice(0, LONGEST - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
