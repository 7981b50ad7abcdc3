import type { profit as english } from '../en/profit.ts';

export const profit = {
  'profit.no_flocks': '农场还没有登记任何鸡群。',
  'profit.no_chick_price': '鸡群{flock}的雏鸡成本未知。',
  'profit.no_birds_placed': '没有记录鸡群{flock}到了多少只雏鸡。',
  'profit.no_feed_cost': '鸡群{flock}的饲料成本未知。',
  'profit.no_treatment_cost': '鸡群{flock}的用药记录没有填写费用。',
  'profit.no_sales': '鸡群{flock}还没有销售记录。',
  'profit.no_sale_amount': '鸡群{flock}有一笔销售没有金额。',
  'profit.no_sale_price': '没有销售能说明每公斤价格，因此不知道鸡群能卖多少钱。',
  'profit.no_barn_area': '没有记录{barn}的面积。',
  'profit.breed_unknown': '鸡群{flock}的品种没有标准表，无法预测生长。',
  'profit.shared_expenses_since': '鸡群{flock}只分摊{day}以来的农场费用，更早的不计。',
} satisfies Record<keyof typeof english, string>;
