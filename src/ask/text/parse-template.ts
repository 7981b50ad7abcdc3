import { normalText } from './normalise.ts';

/** One step of a template: letters, a blank, a slot to be filled, or one of several ways on. */
export type TemplateStep =
  | { readonly kind: 'letters'; readonly letters: string }
  | { readonly kind: 'blank' }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'choice'; readonly paths: readonly TemplatePath[] };

/** A template from its first step to its last. */
export type TemplatePath = readonly TemplateStep[];

const CLOSING = [']', ')'];
const PIECE = /(\{\w+\}|[[\]()|]|[\s,:]+|[^{}[\]()|\s,:]+)/g;

/** Reads a template. Throws where its brackets do not match. */
export function parseTemplate(template: string): TemplatePath {
  const pieces = template.trim().match(PIECE) ?? [];
  const { paths, next } = parsePaths(pieces, 0);
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0 || next < pieces.length) {
    throw new Error(`a bracket of a template has no other: ${template}`);
  }
  return path;
}

interface Parsed {
  readonly paths: readonly TemplatePath[];
  /** The piece behind the last one read. */
  readonly next: number;
}

/** The ways up to the bracket that closes them, or to the end. */
function parsePaths(pieces: readonly string[], start: number): Parsed {
  const paths: TemplateStep[][] = [[]];
  let index = start;
  while (index < pieces.length && !CLOSING.includes(pieces[index] ?? '')) {
    const { step, next } = parseStep(pieces, index);
    if (step) paths.at(-1)?.push(step);
    else paths.push([]);
    index = next;
  }
  return { paths, next: index };
}

/** The step that begins with a piece; none where it only parts two ways. */
function parseStep(
  pieces: readonly string[],
  index: number,
): { readonly step: TemplateStep | undefined; readonly next: number } {
  const piece = pieces[index] ?? '';
  const closing = { '[': ']', '(': ')' }[piece];
  if (piece === '|') return { step: undefined, next: index + 1 };
  if (closing === undefined) return { step: stepOf(piece), next: index + 1 };
  const { paths, next } = parsePaths(pieces, index + 1);
  if (pieces[next] !== closing)
    throw new Error(`a template lacks a ${closing}: ${pieces.join('')}`);
  return {
    step: { kind: 'choice', paths: piece === '[' ? [...paths, []] : paths },
    next: next + 1,
  };
}

function stepOf(piece: string): TemplateStep {
  if (piece.startsWith('{')) return { kind: 'slot', name: piece.slice(1, -1) };
  if (/^[\s,:]+$/.test(piece)) return { kind: 'blank' };
  return { kind: 'letters', letters: normalText(piece) };
}
