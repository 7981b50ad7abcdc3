import type { health as english } from '../en/health.ts';

export const health = {
  'health.driver.mortality': '已死亡{own}；这个日龄一般是{expected}。',
  'health.driver.spike':
    '一天死了{count, plural, other {#只}}{basis, select, far {，比之前（每天{usual}只）多得多} more {，之前每天{usual}只} other {}}。',
  'health.driver.water': '饮水比前几天少{drop}。',
  'health.driver.weight': '体重比品种标准低{below}。',
  'health.driver.heat': '最近一天有{hours}对鸡来说太热。',
  'health.driver.ammonia': '氨气升到{highest}。',
  'health.driver.laying': '产蛋率为{own}；这个日龄通常为{standard}。',
  'health.driver.alert': '有未处理的严重警报：{title}',
} satisfies Record<keyof typeof english, string>;
