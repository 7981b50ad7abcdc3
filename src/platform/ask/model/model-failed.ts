/** Why a model gave no answer that can be passed on. */
export type ModelFailure =
  /** Nothing came back, or not in time. */
  | 'unreachable'
  | 'timeout'
  /** What came back was no answer: another status, no JSON, another shape, too long. */
  | 'refused'
  | 'malformed'
  | 'too_long'
  /** It answered, but not the question: it asked on and on, or said what is not known. */
  | 'endless'
  | 'confused'
  | 'unfounded'
  | 'language'
  /** It was not asked at all. */
  | 'paused'
  | 'busy'
  | 'daily_cap';

/** Failures of the one that is called; the others say nothing of whether it can be reached. */
const OF_ENDPOINT: readonly ModelFailure[] = [
  'unreachable',
  'timeout',
  'refused',
  'malformed',
  'too_long',
];

/** A question that a model has not answered; the message holds nothing of what was said. */
export class ModelFailed extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, detail = '', options?: ErrorOptions) {
    super(detail === '' ? failure : `${failure}: ${detail}`, options);
    this.name = 'ModelFailed';
    this.failure = failure;
  }
}

/** Whether a failure counts against the one that is called. */
export function isOfEndpoint({ failure }: ModelFailed): boolean {
  return OF_ENDPOINT.includes(failure);
}
