/**
 * How much work understanding a question may take, counted in steps rather than in time, so that the
 * same question gets the same answer on every machine. Questions that people ask take less.
 */
const QUESTION_WORK_LIMIT = 7_500;
/**
 * The same for reading it word by word, as an order and as a question about records, over all
 * languages. What needs more is neither. Both limits together are some 20 ms of one core.
 */
const PARSING_WORK_LIMIT = 7_500;

/** The same for reading it openly, which is tried last: it takes nothing from the others. */
const OPENING_WORK_LIMIT = 3_000;

/** The steps that are left for one question. */
export interface WorkBudget {
  left: number;
  /** What is left for the parsers. */
  readonly parsing?: { left: number };
  /** What is left for reading a question with names of fields and words of titles. */
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

/** The budget of the question that is being read; reading is synchronous, so there is at most one. */
let current: WorkBudget | undefined;

/** Counts steps against the current budget. Throws `WorkLimitExceeded` once nothing is left of it. */
export function spend(steps: number): void {
  if (current === undefined) return;
  current.left -= steps;
  if (current.left < 0) throw new WorkLimitExceeded('The question takes too many steps.');
}

/** Runs work that depends on the names of a farm, not on the question: it counts against no budget. */
export function unmetered<T>(work: () => T): T {
  const outer = current;
  current = undefined;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs synchronous work on a budget; undefined when it does not suffice. */
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

/** Runs the open reading on what is left for it; undefined when it does not suffice. */
export function withinOpening<T>(work: () => T): T | undefined {
  return withinBudget(current?.opening ?? { left: OPENING_WORK_LIMIT }, work);
}

/** Runs a parser on what is left for parsers; undefined when it does not suffice. */
export function withinParsing<T>(work: () => T): T | undefined {
  return withinBudget(current?.parsing ?? { left: PARSING_WORK_LIMIT }, work);
}
