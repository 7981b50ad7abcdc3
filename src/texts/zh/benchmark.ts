import type { benchmark as english } from '../en/benchmark.ts';

export const benchmark = {
  'missing.no_history':
    '可比较的已结束鸡群{have, plural, =0 {还没有} other {有#批}}；需要{need}批记录到这个日龄的鸡群。',
  'missing.group_too_small':
    '能看到的其他农场已结束鸡群有{have, plural, other {#批}}；比较需要{need}批。',
  'missing.need_two_barns':
    '比较需要两个有过称重或出售鸡群的鸡舍；现在有{have, plural, other {#个}}。',
} satisfies Record<keyof typeof english, string>;
