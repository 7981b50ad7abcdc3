/**
 * Limit of the work for understanding a question, counted in steps rather than time, so that a
 * question has the same answer on every machine. Real questions need up to 7,000.
 */
const QUESTION_WORK_LIMIT = 10_000;
/**
 * Limit for reading a question word by word, as an order and as a question about records, over all
 * languages. Beyond it, it is neither. All limits together are some 20 ms of one core.
 */
const PARSING_WORK_LIMIT = 7_500;

/** Limit of the open reading, which is tried last; separate from the other limits. */
const OPENING_WORK_LIMIT = 3_000;

/** Limit for reading a sentence as a command with typing errors; separate from the other limits. */
const RESPELLING_WORK_LIMIT = 4_000;

/** Limit for reading a sentence as two questions; separate from the other limits. */
const SPLITTING_WORK_LIMIT = 6_000;

/** Limit for reading a question by its kind; separate from the other limits. */
const CLASSIFYING_WORK_LIMIT = 6_000;

/** The remaining steps for one question. */
export interface WorkBudget {
  left: number;
  /** Remaining steps of the parsers. */
  readonly parsing?: WorkBudget;
  /** Remaining steps for reading with names of fields and words of titles. */
  readonly opening?: WorkBudget;
  /** Remaining steps for reading with corrected typing errors as a command. */
  readonly respelling?: WorkBudget;
  /** Remaining steps for reading as two questions. */
  readonly splitting?: WorkBudget;
  /** Remaining steps for reading by the kind of the question. */
  readonly classifying?: WorkBudget;
  /** What was computed for the question, by the names of a farm. */
  readonly computed?: WeakMap<object, Map<string, unknown>>;
}

/** Thrown by `spend` when a question has used up its budget. */
class WorkLimitExceeded extends Error {}

/** A budget for one question, over all languages in which it is read. */
export function createWorkBudget(): WorkBudget {
  const computed = new WeakMap();
  const opening = { left: OPENING_WORK_LIMIT, computed };
  const classifying = { ...budgetOf(CLASSIFYING_WORK_LIMIT), computed };
  return {
    left: QUESTION_WORK_LIMIT,
    parsing: { left: PARSING_WORK_LIMIT, computed },
    opening,
    respelling: { ...budgetOf(RESPELLING_WORK_LIMIT), computed },
    // The parts of a question share the limits of the open reading and of the classifier with it.
    splitting: { ...budgetOf(SPLITTING_WORK_LIMIT), opening, classifying, computed },
    classifying,
    computed,
  };
}

/** A separate budget for a reading and for its parsers, each with this number of steps. */
function budgetOf(steps: number): WorkBudget {
  return { left: steps, parsing: { left: steps }, opening: { left: OPENING_WORK_LIMIT } };
}

/** The budget of the current question; reading is synchronous, so there is at most one. */
let currentBudget: WorkBudget | undefined;

/** Counts steps against the current budget. Throws `WorkLimitExceeded` when it is used up. */
export function countWork(steps: number): void {
  if (currentBudget === undefined) return;
  currentBudget.left -= steps;
  if (currentBudget.left < 0) throw new WorkLimitExceeded('The question takes too many steps.');
}

/** Computes a value once for the current question; without a budget, on each call. */
export function onceForQuestion<T>(names: object, key: string, compute: () => T): T {
  const all = currentBudget?.computed;
  if (all === undefined) return compute();
  const known = all.get(names) ?? new Map<string, unknown>();
  all.set(names, known);
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as T;
}

/** Runs work that depends on the names of a farm, not on the question, without a budget. */
export function withoutLimit<T>(work: () => T): T {
  const outer = currentBudget;
  currentBudget = undefined;
  try {
    return work();
  } finally {
    currentBudget = outer;
  }
}

/** Runs synchronous work within a budget; undefined when it is exceeded. */
export function withinBudget<T>(budget: WorkBudget, work: () => T): T | undefined {
  if (budget.left < 0) return undefined;
  const outer = currentBudget;
  currentBudget = budget;
  try {
    return work();
  } catch (error) {
    if (error instanceof WorkLimitExceeded) return undefined;
    throw error;
  } finally {
    currentBudget = outer;
  }
}

/** Runs the open reading within its remaining budget; undefined when it is exceeded. */
export function withinOpening<T>(work: () => T): T | undefined {
  return withinBudget(currentBudget?.opening ?? { left: OPENING_WORK_LIMIT }, work);
}

/** Reads a command with typing errors within its remaining budget; undefined when it is exceeded. */
export function withinRespelling<T>(work: () => T): T | undefined {
  return withinBudget(currentBudget?.respelling ?? budgetOf(RESPELLING_WORK_LIMIT), work);
}

/** Runs a parser within the remaining budget of parsers; undefined when it is exceeded. */
export function withinParsing<T>(work: () => T): T | undefined {
  return withinBudget(currentBudget?.parsing ?? { left: PARSING_WORK_LIMIT }, work);
}

/** Runs the reading by the kind of a question within its own limit. */
export function withinClassifying<T>(work: () => T): T | undefined {
  return withinBudget(currentBudget?.classifying ?? budgetOf(CLASSIFYING_WORK_LIMIT), work);
}

/** Reads a sentence as two questions within its own limit. */
export function withinSplitting<T>(work: () => T): T | undefined {
  return withinBudget(currentBudget?.splitting ?? budgetOf(SPLITTING_WORK_LIMIT), work);
}
