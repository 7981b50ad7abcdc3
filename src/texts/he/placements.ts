import type { placements as english } from '../en/placements.ts';

export const placements = {
  'placements.no_area_or_capacity':
    '{what, select, areaSqm {השטח של {barn} אינו ידוע.} capacity {הקיבולת של {barn} אינה ידועה.} other {השטח והקיבולת של {barn} אינם ידועים.}}',
  'placements.no_target_weight': 'לאף להקה של {barn} אין משקל יעד; החישוב מניח {weight}.',
} satisfies Record<keyof typeof english, string>;
