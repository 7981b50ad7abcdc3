import { type Document, isScalar, type LineCounter, parseDocument, visit } from 'yaml';

/** A YAML syntax error and its position. */
export interface YamlFault {
  readonly offset: number;
  readonly detail: string;
}

/** Parses YAML, and therefore JSON, in linear time; returns the first syntax error. */
export function readYaml(
  text: string,
  lineCounter?: LineCounter,
): { readonly document: Document.Parsed; readonly fault: YamlFault | undefined } {
  const document = parseDocument(text, {
    ...(lineCounter ? { lineCounter } : {}),
    prettyErrors: false,
    logLevel: 'error',
    // The check compares each key with all others: minutes for a map of 2 MiB.
    uniqueKeys: false,
  });
  const [error] = document.errors;
  const fault = error ? { offset: error.pos[0], detail: error.message } : findRepeatedKey(document);
  return { document, fault };
}

function findRepeatedKey(document: Document.Parsed): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          fault = { offset: key.range?.[0] ?? 0, detail: 'Map keys must be unique' };
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return fault;
}
