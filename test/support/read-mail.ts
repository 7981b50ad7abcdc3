/** The visible parts of an e-mail. */
export interface ReadMail {
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

/** Decodes an e-mail like a mail program; folded lines may already be unfolded. */
export function readMail(mail: string): ReadMail {
  const [, subject = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(mail) ?? [];
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(mail) ?? [];
  const parts = mail.split(`--${boundary}`);
  const partOf = (type: string) => decodePart(parts.find((part) => part.includes(type)) ?? '');
  return {
    subject: decodeWords(subject),
    plain: partOf('Content-Type: text/plain'),
    html: partOf('Content-Type: text/html'),
  };
}

/** The encoded words of a header (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : fromQuoted(text.replaceAll('_', ' ')),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

function decodePart(part: string): string {
  const text = part.replaceAll('\r\n', '\n');
  const [head = ''] = text.split('\n\n', 1);
  const body = text.slice(head.length).trim();
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(head);
  const bytes = isBase64 ? Buffer.from(body, 'base64').toString('latin1') : fromQuoted(body);
  return Buffer.from(bytes, 'latin1').toString();
}

/** The bytes of a quoted-printable text, one character each. */
function fromQuoted(text: string): string {
  return text
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
