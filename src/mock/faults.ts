import { errorSlugs, errors, validationFailed } from '../model/core/errors.ts';

/** A fault that a mock server injects into a request. */
export interface Fault {
  /** Delay before any other processing. */
  readonly waitMillis: number;
  /** Status returned in place of the real response. */
  readonly status?: number;
  /** Processes the request, then drops the connection instead of responding. */
  readonly dropsAnswer: boolean;
}

/** A fault and the requests it applies to. */
export interface FaultRule {
  /** The rule's source text. */
  readonly text: string;
  readonly method?: string;
  /** Path prefix below `/v1/platform`. */
  readonly path?: string;
  /** Share of the requests affected, 0–1. */
  readonly share: number;
  readonly fault: Fault;
}

/** A request that a fault may apply to. */
export interface FaultyRequest {
  readonly method: string;
  /** Path below `/v1/platform`, without the query. */
  readonly path: string;
  /** The `Prefer` header, such as `code=503, wait=2`. */
  readonly prefer: string | undefined;
}

/** The fault rules of a mock server; they can change at run time. */
export interface FaultBook {
  list(): readonly string[];
  /** Throws `validation_failed` with an example if the rule is invalid. */
  add(text: string): void;
  clear(): void;
  choose(request: FaultyRequest): Fault | undefined;
}

const EXAMPLES = "'POST /tasks 503 20%', 'latency=200ms', 'drop-after-commit'";
const MOST_WAIT_MILLIS = 60_000;
const NO_FAULT: Fault = { waitMillis: 0, dropsAnswer: false };

/** Allowed fault statuses: those of the service's errors. */
const statuses = new Set<number>(errorSlugs.map((slug) => errors[slug].status));

/** Creates a rule book; `draw` returns numbers from 0 to 1 for rules with a share below 1. */
export function createFaultBook(texts: readonly string[], draw: () => number): FaultBook {
  let rules = texts.map(parseFault);
  return {
    list: () => rules.map(({ text }) => text),
    add(text) {
      rules = [...rules, parseFault(text)];
    },
    clear() {
      rules = [];
    },
    choose(request) {
      const preferred = parsePrefer(request.prefer);
      if (preferred) return preferred;
      return rules.find((rule) => matchesRule(rule, request) && draw() < rule.share)?.fault;
    },
  };
}

/** Parses a rule: method, path prefix, effect, share; only the effect is required. */
export function parseFault(text: string): FaultRule {
  const rule: { -readonly [K in keyof FaultRule]: FaultRule[K] } = {
    text,
    share: 1,
    fault: NO_FAULT,
  };
  for (const word of text.trim().split(/\s+/)) {
    if (/^(?:GET|POST|PATCH|DELETE)$/i.test(word)) rule.method = word.toUpperCase();
    else if (word.startsWith('/')) rule.path = word;
    else if (/^\d{1,3}(?:\.\d+)?%$/.test(word)) rule.share = Number(word.slice(0, -1)) / 100;
    else rule.fault = { ...rule.fault, ...parseEffect(word) };
  }
  const { waitMillis, status, dropsAnswer } = rule.fault;
  if (waitMillis === 0 && status === undefined && !dropsAnswer) throw unreadable(text);
  return rule;
}

function parseEffect(word: string): Partial<Fault> {
  if (word === 'drop-after-commit') return { dropsAnswer: true };
  if (statuses.has(Number(word))) return { status: Number(word) };
  const latency = /^latency=(\d{1,5}(?:\.\d+)?)(ms|s)$/.exec(word);
  if (!latency) throw unreadable(word);
  const millis = Number(latency[1]) * (latency[2] === 's' ? 1000 : 1);
  return { waitMillis: Math.min(millis, MOST_WAIT_MILLIS) };
}

/** Parses `Prefer: code=503, wait=2` of one request; unknown preferences are ignored (RFC 7240). */
function parsePrefer(header: string | undefined): Fault | undefined {
  const code = Number(/(?:^|[,;\s])code=(\d{3})\b/.exec(header ?? '')?.[1]);
  const seconds = Number(/(?:^|[,;\s])wait=(\d{1,2})\b/.exec(header ?? '')?.[1]);
  const status = statuses.has(code) ? code : undefined;
  if (status === undefined && Number.isNaN(seconds)) return undefined;
  const waitMillis = Number.isNaN(seconds) ? 0 : seconds * 1000;
  return { ...NO_FAULT, waitMillis, ...(status === undefined ? {} : { status }) };
}

function matchesRule({ method, path }: FaultRule, request: FaultyRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || request.path === path || request.path.startsWith(`${path}/`);
}

function unreadable(text: string) {
  return validationFailed([
    {
      path: 'fault',
      code: 'invalid_format',
      message: `fault cannot be read: ${JSON.stringify(text.slice(0, 100))}; write for example ${EXAMPLES}.`,
    },
  ]);
}
