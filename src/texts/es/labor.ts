import type { labor as english } from '../en/labor.ts';

export const labor = {
  'labor.no_tasks': 'No hay tareas anotadas en la granja.',
  'labor.no_assignees': 'Ninguna tarea dice quién debe hacerla.',
  'labor.no_labor_expenses': 'No hay gastos de mano de obra registrados en los últimos 30 días.',
} satisfies Record<keyof typeof english, string>;
