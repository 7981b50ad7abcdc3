/**
 * Limit of the work for understanding a question, counted in steps rather than time, so that a
 * question has the same answer on every machine. Real questions need less.
 */
const QUESTION_WORK_LIMIT = 7_500;
/**
 * Limit for reading a question word by word, as an order and as a question about records, over all
 * languages. Beyond it, it is neither. Both limits together are some 20 ms of one core.
 */
const PARSING_WORK_LIMIT = 7_500;

/** Limit of the open reading, which is tried last; separate from the other limits. */
const OPENING_WORK_LIMIT = 3_000;

/** The remaining steps for one question. */
export interface WorkBudget {
  left: number;
  /** Remaining steps of the parsers. */
  readonly parsing?: { left: number };
  /** Remaining steps for reading with names of fields and words of titles. */
  readonly opening?: { left: number };
}

/** Thrown by `spend` when a question has used up its budget. */
class WorkLimitExceeded extends Error {}

/** A budget for one question, over all languages in which it is read. */
export function createWorkBudget(): WorkBudget {
  return {
    left: QUESTION_WORK_LIMIT,
    parsing: { left: PARSING_WORK_LIMIT },
    opening: { left: OPENING_WORK_LIMIT },
  };
}

/** The budget of the current question; reading is synchronous, so there is at most one. */
let current: WorkBudget | undefined;

/** Counts steps against the current budget. Throws `WorkLimitExceeded` when it is used up. */
export function spend(steps: number): void {
  if (current === undefined) return;
  current.left -= steps;
  if (current.left < 0) throw new WorkLimitExceeded('The question takes too many steps.');
}

/** Runs work that depends on the names of a farm, not on the question, without a budget. */
export function unmetered<T>(work: () => T): T {
  const outer = current;
  current = undefined;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs synchronous work within a budget; undefined when it is exceeded. */
export function withinBudget<T>(budget: WorkBudget, work: () => T): T | undefined {
  if (budget.left < 0) return undefined;
  const outer = current;
  current = budget;
  try {
    return work();
  } catch (error) {
    if (error instanceof WorkLimitExceeded) return undefined;
    throw error;
  } finally {
    current = outer;
  }
}

/** Runs the open reading within its remaining budget; undefined when it is exceeded. */
export function withinOpening<T>(work: () => T): T | undefined {
  return withinBudget(current?.opening ?? { left: OPENING_WORK_LIMIT }, work);
}

/** Runs a parser within the remaining budget of parsers; undefined when it is exceeded. */
export function withinParsing<T>(work: () => T): T | undefined {
  return withinBudget(current?.parsing ?? { left: PARSING_WORK_LIMIT }, work);
}
