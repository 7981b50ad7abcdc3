import type { feed as english } from '../en/feed.ts';

export const feed = {
  'feed.late_phase':
    '鸡群{flock}在{age, plural, other {#日龄}}还到了{feed}；现在应该喂{expected}。',
  'feed.no_withdrawal': '鸡群{flock}快要出栏，还没有到{expected}。',
  'feed.type.starter': '小鸡料',
  'feed.type.grower': '中鸡料',
  'feed.type.finisher': '大鸡料',
  'feed.type.withdrawal': '停药期饲料',
} satisfies Record<keyof typeof english, string>;
