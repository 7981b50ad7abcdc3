/** When things happen in the examples of the documents. */
export const exampleTimes = {
  created: '2026-11-21T09:00:00.000Z',
  changed: '2026-11-21T09:05:00.000Z',
  today: '2026-11-21',
} as const;
