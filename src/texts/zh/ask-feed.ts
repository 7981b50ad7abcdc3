import type { askFeed as english } from '../en/ask-feed.ts';

export const askFeed = {
  'ask.feedEaten.sum': '{place}，{when}采食{value}。',
  'ask.waterUsed.sum': '{place}，{when}饮水{value}。',
  'ask.waterFeedRatio': '{place}，{when}水料比{value}（{part}比{whole}）。',
  'ask.feedPerBird':
    '{place}，{day}每只采食{value}{hasStandard, select, yes {（标准{standard}）} other {}}。',
  'ask.feedConversion':
    '{place}，{day}料肉比{isBound, select, yes {最多为} other {}}{value, number}{hasStandard, select, yes {（标准{standard, number}）} other {}}。',
  'ask.feedPerDozen': '{place}每打蛋耗料{value}。',
  'ask.feedDaysLeft':
    '{place}的饲料还够{days}{order, select, now {，今天就要订} later {，最晚{by}订料} other {}}。',
  'ask.feedStock': '{place}还剩饲料{value}。',
  'ask.noStock': '从送料和日报无法得知{place}料塔还剩多少。',
  'ask.feedType':
    '{feed, select, prestarter {开口料} starter {小鸡料} grower {中鸡料} finisher {大鸡料} withdrawal {停药期饲料} pullet {育成料} prelay {预产料} none {饲料} other {饲料（{feed}）}}',
  'ask.feedOrder':
    '{feed}{value}{hasSupplier, select, yes {，{supplier}} other {}}{due, select, late {，应于{day}送到} today {，今天到（{day}）} later {，{day}到} other {}}。',
  'ask.feedOrders': '{count, plural, =0 {没有未完成的饲料订单。} other {有#个未完成的饲料订单。}}',
  'ask.feedOrdersTotal': '已订饲料{value}。',
  'ask.deliveriesExpected': '{count, plural, =0 {没有即将到货。} other {预计到货#次。}}',
} satisfies Record<keyof typeof english, string>;
