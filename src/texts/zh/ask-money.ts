import type { askMoney as english } from '../en/ask-money.ts';

export const askMoney = {
  'ask.moneySpent':
    '{when}{hasPlace, select, yes {{place} } other {}}支出{total}{hasCategory, select, yes {（{category}）} other {}}（实际）。',
  'ask.moneySpent.none': '{when}没有支出记录。',
  'ask.revenue':
    '{when}{hasPlace, select, yes {{place} } other {}}销售收入{total}{hasCategory, select, yes {（{category}）} other {}}（实际）。',
  'ask.revenue.none': '{when}没有销售记录。',
  'ask.ofCategory': '{category}：{total}。',
  'ask.moneyBefore':
    '此前{when}为{total}{side, select, up {（现在多{change}）} down {（现在少{change}）} same {（没有变化）} other {}}。',
  'ask.knownSince': '只统计{day}以来的资金。',
  'ask.sharedLeftOut': '不含各舍共同的费用。',
  'ask.netMoney':
    '{when}{side, select, below {净支出{net}} other {净结余{net}}}：销售{revenue}，饲料{feed}，其他{expenses}。只计已记录的实际金额，不含预测。',
  'ask.flockProfit':
    '{place}：{isAhead, select, yes {{day}出栏{side, select, below {预计亏损{profit}} other {预计盈利{profit}}}} other {{side, select, below {目前实际亏损{profit}} other {目前实际盈利{profit}}}}}{isEstimated, select, yes {（饲料成本为估算）} other {}}。',
  'ask.profitTogether':
    '{place}：{isAhead, select, yes {出栏时{side, select, below {预计亏损{profit}} other {预计盈利{profit}}}} other {{side, select, below {目前实际亏损{profit}} other {目前实际盈利{profit}}}}}{isEstimated, select, yes {（饲料成本为估算）} other {}}。',
  'ask.costPerKg':
    '{place}目前每公斤成本{cost}{isEstimated, select, yes {（饲料成本为估算）} other {}}。',
  'ask.pricePerKg':
    '最近价格每公斤{price}（{day}）{hasMean, select, yes {；三个月平均{mean}} other {}}。',
  'ask.priceRange': '过去一年在{min}至{max}之间。',
  'ask.priceTrend':
    '{side, select, up {价格每月上涨{change}。} down {价格每月下跌{change}。} other {价格平稳（每月{change}）。}}',
  'ask.feedPrice': '{feed}每吨{price}。',
  'ask.tenders': '{count, plural, =0 {没有进行中的询价。} other {有#个询价进行中。}}',
  'ask.noBid': '{title}：没有可比的报价（共{count, number}个）。',
  'ask.bestBid':
    '{title}：{direction, select, sell {最高报价{price}} other {最低报价{price}}}{hasSupplier, select, yes {（{supplier}）} other {}}，共{count, number}个。',
  'ask.openOrders': '{count, plural, =0 {没有未完成的订单。} other {有#个未完成的订单。}}',
  'ask.marketOrder':
    '{title}{direction, select, sell {（销售）} other {}}{hasTotal, select, yes {，{total}} other {}}{due, select, late {，应于{day}完成} later {，{day}到期} other {}}。',
} satisfies Record<keyof typeof english, string>;
