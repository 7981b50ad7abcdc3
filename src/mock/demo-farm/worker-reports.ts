import type { Phrases } from './phrases.ts';

/** A kind of report or question of workers; its text is in the phrase files. */
export interface WorkerReport {
  readonly key: keyof Phrases['reports'];
  readonly category: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly isQuestion: boolean;
  /** Where it may come from; anywhere when absent. */
  readonly farms?: 'broiler' | 'layer';
  /** When it may come. */
  readonly when?: 'heat' | 'many_dead' | 'weighing';
  /** What the manager answers, in the language of the worker. */
  readonly reply?: keyof Phrases['replies'];
}

const STATEMENT = { isQuestion: false } as const;
const QUESTION = { isQuestion: true, severity: 'info', category: 'question' } as const;

export const workerReports: readonly WorkerReport[] = [
  {
    key: 'manyDead',
    category: 'mortality',
    severity: 'warning',
    ...STATEMENT,
    when: 'many_dead',
  },
  {
    key: 'panting',
    category: 'climate',
    severity: 'critical',
    ...STATEMENT,
    when: 'heat',
  },
  {
    key: 'leak',
    category: 'water',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'silo',
    category: 'feed',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'vitamin',
    ...QUESTION,
    reply: 'vitamin',
  },
  {
    key: 'power',
    category: 'equipment',
    severity: 'critical',
    ...STATEMENT,
  },
  {
    key: 'litter',
    category: 'climate',
    severity: 'warning',
    ...STATEMENT,
    farms: 'broiler',
  },
  {
    key: 'vaccinated',
    category: 'health',
    severity: 'info',
    ...STATEMENT,
  },
  {
    key: 'weighed',
    category: 'weight',
    severity: 'info',
    ...STATEMENT,
    when: 'weighing',
  },
  {
    key: 'catching',
    ...QUESTION,
    farms: 'broiler',
    reply: 'catching',
  },
  {
    key: 'cough',
    category: 'health',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'brokenEggs',
    category: 'eggs',
    severity: 'warning',
    ...STATEMENT,
    farms: 'layer',
  },
];
