/** Breed standards in responses: their names, and the path of the basis of each. */
const BASIS_OF: Readonly<Record<string, string>> = {
  standardG: 'standardBasis',
  standardHenDayPct: 'standardBasis',
  breedStandard: 'standardBasis',
  std: 'standardBasis',
  stdAdg: 'stdAdgBasis',
  stdGPerBird: 'stdGPerBirdBasis',
  stdFcr: 'stdFcrBasis',
};
const CONFIDENCES = ['high', 'medium', 'low'];

/** A standard found in a response. */
interface FoundStandard {
  /** Where it is, such as `insights.weights.flocks.0.std`. */
  readonly path: string;
  /** The stated source. */
  readonly basis: unknown;
}

/** Every breed standard in a response, with its basis. */
export function standardsIn(answer: unknown, path = 'answer'): FoundStandard[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const values = answer as Readonly<Record<string, unknown>>;
  // The points of a chart share the basis of their chart.
  const isChart = 'points' in values && 'series' in values;
  const inside = Object.entries(values).flatMap(([name, value]) =>
    isChart && name === 'points' ? [] : standardsIn(value, `${path}.${name}`),
  );
  const own = Object.entries(values).flatMap(([name, value]) => {
    const basis = BASIS_OF[name];
    return basis === undefined || value === null
      ? []
      : [{ path: `${path}.${name}`, basis: values[basis] }];
  });
  const chart = isChart && drawsStandard(values) ? [{ path, basis: chartBasis(values) }] : [];
  const { label } = values;
  const isFact = typeof label === 'string' && label.startsWith('Standard ') && 'asOf' in values;
  const fact = isFact ? [{ path: `${path}: ${label}`, basis: values['standardBasis'] }] : [];
  return [...own, ...chart, ...fact, ...inside];
}

/** The standards in a response whose basis is missing or incomplete. */
export function standardsWithoutBasis(answer: unknown): string[] {
  return standardsIn(answer)
    .filter(({ basis }) => !isBasis(basis))
    .map(({ path }) => path);
}

function isBasis(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { document, edition, interpolated, confidence } = value as Record<string, unknown>;
  return (
    typeof document === 'string' &&
    (edition === null || typeof edition === 'string') &&
    typeof interpolated === 'boolean' &&
    CONFIDENCES.includes(String(confidence))
  );
}

interface Chart {
  readonly series?: unknown;
  readonly points?: unknown;
  readonly standard?: unknown;
}

function drawsStandard({ series, points }: Chart): boolean {
  const names = (series as readonly { readonly name: string; readonly role: string }[])
    .filter(({ role }) => role === 'standard')
    .map(({ name }) => name);
  return (points as readonly Readonly<Record<string, unknown>>[]).some((point) =>
    names.some((name) => point[name] !== null),
  );
}

function chartBasis({ standard, points }: Chart) {
  const { source, ...rest } = (standard ?? {}) as Record<string, unknown>;
  const marks = (points as readonly { readonly interpolated?: unknown }[])
    .map(({ interpolated }) => interpolated)
    .filter((interpolated) => interpolated !== null);
  return { ...rest, document: source, interpolated: marks[0] };
}
