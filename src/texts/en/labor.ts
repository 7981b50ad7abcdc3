/** What is missing for work and its cost. */
export const labor = {
  'labor.no_tasks': 'No tasks have been written for the farm.',
  'labor.no_assignees': 'No task says who is to do it.',
  'labor.no_labor_expenses': 'No labour cost has been recorded in the last 30 days.',
} as const;
