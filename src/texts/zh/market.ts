import type { market as english } from '../en/market.ts';

export const market = {
  'market.no_sales': '没有销售能说明每公斤价格。',
  'market.no_feed_cost': '没有送料记录能说明饲料价格，无法计算多养一天的成本。',
  'market.no_target_weight': '鸡群{flock}没有目标体重。',
  'market.breed_unknown': '鸡群{flock}的品种没有标准表，无法预测生长。',
  'market.no_area': '没有记录{barn}的面积。',
} satisfies Record<keyof typeof english, string>;
