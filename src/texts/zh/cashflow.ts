import type { cashflow as english } from '../en/cashflow.ts';

export const cashflow = {
  'cashflow.assumes_row_dates': '金额按记录日期计算，实际付款日期没有记录。',
  'cashflow.assumes_no_opening_balance': '银行余额未知，累计从十二周前的0开始。',
  'cashflow.assumes_usual_costs': '日常费用按最近十二周的水平继续。',
  'cashflow.assumes_usual_eggs': '产蛋鸡每周收入按最近十二周的水平计算。',
  'cashflow.assumes_sale_price': '鸡群按预计日期以每公斤{price}出售。',
  'cashflow.assumes_feed_price': '库存和订单之外所需饲料按每公斤{price}购买。',
  'cashflow.assumes_bird_orders_in_flocks': '已确认的活鸡销售包含在鸡群收入中，不重复计算。',
  'cashflow.few_money_weeks':
    '最近十二周中只有{have, number}周有金额记录，预测需要{need, number}周。',
  'cashflow.no_sale_price': '没有销售能说明每公斤价格，因此未计入鸡群收入。',
  'cashflow.no_feed_cost': '没有送料记录能说明饲料价格，因此未计入要买的饲料。',
} satisfies Record<keyof typeof english, string>;
