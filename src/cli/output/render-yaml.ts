import { escapeForJson } from './neutralise.ts';

/** The value as one YAML document; what could steer a terminal is written as an escape. */
export async function renderYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(value ?? null);
  visit(document, {
    Scalar(_key, node) {
      // Only in double quotes does YAML know escapes.
      if (typeof node.value === 'string' && escapeForJson(node.value) !== node.value) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return escapeForJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}
