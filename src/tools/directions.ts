const CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const POP_EMBEDDING = '\u202c';
const POP_ISOLATE = '\u2069';
const EMBEDDINGS = '\u202a\u202b\u202d\u202e';

/**
 * The text with its changes of direction ended inside it, so that what is written behind it keeps its
 * own direction. Ends of changes that did not begin in the text are removed.
 */
export function closeDirections(text: string): string {
  if (!CONTROL.test(text)) return text;
  const open: string[] = [];
  let closed = '';
  for (const character of text) {
    const isKept = !CONTROL.test(character) || follow(open, character);
    if (isKept) closed += character;
  }
  return closed + open.toReversed().join('');
}

/** Notes what a control character begins or ends; false where it ends what has not begun. */
function follow(open: string[], character: string): boolean {
  if (character === POP_EMBEDDING) {
    if (open.at(-1) !== POP_EMBEDDING) return false;
    open.pop();
  } else if (character === POP_ISOLATE) {
    const last = open.lastIndexOf(POP_ISOLATE);
    if (last < 0) return false;
    // The embeddings inside an isolate end with it.
    open.length = last;
  } else {
    open.push(EMBEDDINGS.includes(character) ? POP_EMBEDDING : POP_ISOLATE);
  }
  return true;
}
