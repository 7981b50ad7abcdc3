import { Parser } from 'saxen';

/** What is looked for in an XML file; names are local, without a namespace prefix. */
export interface XmlHandlers {
  readonly onOpen: (name: string, attributes: () => XmlAttributes) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: () => void;
}

/** The values of an attribute; several where prefixes differ. */
export type XmlAttributes = (name: string) => readonly string[];

const PORTION_BYTES = 1024 * 1024;
/** An element, or a text, longer than that is not from a spreadsheet program. */
const MOST_SILENT_PORTIONS = 4;

/**
 * Goes through an XML file portion by portion, with the parser of the library that reads workbooks,
 * so that both see the same elements. A handler ends it by throwing.
 */
export function scanXml(bytes: Uint8Array, { onOpen, onClose, onText }: XmlHandlers): void {
  const parser = new Parser();
  let silent = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, attributes, decode) => {
    silent = 0;
    onOpen(localName(name), () => readAttributes(attributes(), decode));
  });
  if (onClose) parser.on('closeTag', (name) => onClose(localName(name)));
  if (onText) parser.on('text', () => onText());
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += PORTION_BYTES) {
    parser.write(decoder.decode(bytes.subarray(from, from + PORTION_BYTES), { stream: true }));
    // A token that is cut off is read again with the next portion: endless ones take quadratic time.
    silent += 1;
    if (silent > MOST_SILENT_PORTIONS) throw new RangeError('an element of it is too long');
  }
  parser.end();
}

function readAttributes(
  values: Readonly<Record<string, string>>,
  decode: (text: string) => string,
): XmlAttributes {
  return (wanted) =>
    Object.entries(values)
      .filter(([name]) => localName(name) === wanted)
      .map(([, value]) => decode(value));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
