/** What is said of sections as a whole. */
export const insights = {
  'insights.failed': 'The section {section} could not be computed.',
} as const;
