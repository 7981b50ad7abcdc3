import type { benchmark as english } from '../en/benchmark.ts';

export const benchmark = {
  'missing.no_history':
    '{have, plural, =0 {ยังไม่มีฝูงที่ปิดแล้ว} other {มีฝูงที่ปิดแล้ว # ฝูง}}ให้เทียบ ต้องมี {need} ฝูงที่บันทึกถึงอายุนี้',
  'missing.group_too_small':
    'เห็นฝูงที่ปิดแล้วของฟาร์มอื่น {have, plural, other {# ฝูง}} ต้องมี {need} ฝูงจึงจะเทียบได้',
  'missing.need_two_barns':
    'ต้องมีสองโรงเรือนที่มีฝูงซึ่งชั่งหรือขายแล้วจึงจะเทียบได้ ตอนนี้มี {have, plural, other {#}}',
} satisfies Record<keyof typeof english, string>;
