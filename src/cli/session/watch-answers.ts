import type { Transport } from '../../client/errors.ts';

/** An answer that may contain names for shell completion. */
export interface SeenAnswer {
  /** Path with query, relative to the server root. */
  readonly path: string;
  readonly body: string;
}

const NAMING = /^\/v1\/platform\/(?:me|farms|barns|flocks|contacts)(?:\?|$)/;
const MOST_ANSWERS = 4;

/** The transport, collecting the first answers that contain row names. */
export function watchAnswers(transport: Transport, answers: SeenAnswer[]): Transport {
  return {
    ...transport,
    async send(request) {
      const response = await transport.send(request);
      const { method, path } = request;
      const isNaming = method === 'GET' && response.status === 200 && NAMING.test(path);
      if (isNaming && answers.length < MOST_ANSWERS) answers.push({ path, body: response.body });
      return response;
    },
  };
}
