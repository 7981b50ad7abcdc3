import type { placements as english } from '../en/placements.ts';

export const placements = {
  'placements.no_area_or_capacity':
    '{what, select, areaSqm {不知道{barn}的面积。} capacity {不知道{barn}的容量。} other {不知道{barn}的面积和容量。}}',
  'placements.no_target_weight': '{barn}的批次都没有目标体重，按{weight}计算。',
} satisfies Record<keyof typeof english, string>;
