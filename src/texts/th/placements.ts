import type { placements as english } from '../en/placements.ts';

export const placements = {
  'placements.no_area_or_capacity':
    '{what, select, areaSqm {ยังไม่ทราบพื้นที่ของ {barn}} capacity {ยังไม่ทราบความจุของ {barn}} other {ยังไม่ทราบพื้นที่และความจุของ {barn}}}',
  'placements.no_target_weight': 'ไม่มีฝูงใดของ {barn} ที่ระบุน้ำหนักเป้าหมาย จึงคิดที่ {weight}',
} satisfies Record<keyof typeof english, string>;
