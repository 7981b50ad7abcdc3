import type { AskedIntent } from '../../question-set.ts';

/** What neighbours who keep an eye on the farm typed. */
export const neighboursAsk: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'hello, how many birds have died today?',
      'deads so far today',
      "kindly send today's mortality",
      'how many did we pick up dead this morning',
    ],
  },
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-18', '2026-11-18'],
    questions: ['how many died in house 1 on wednesday', 'wednesday mortality barn 1'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['mortality last week please', 'how many birds were lost last week'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: ['how many birds have we lost in total in house 1', 'barn 1 cumulative mortality %'],
  },
  {
    intent: 'culls',
    period: ['2026-11-21', '2026-11-21'],
    barns: ['barn_1'],
    questions: ['how many birds were culled in house 1 today', 'any culls in barn 1 today'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: ['how many birds are in house 1', "what's the bird count in barn 1"],
  },
  {
    intent: 'age',
    barns: ['barn_1'],
    questions: ["what's the age of the flock in house 1", 'how old is the batch in shed 1'],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: [
      'current weight of birds in shed 1',
      "what's the average body weight in house 1",
      'how heavy are chickens in barn 1',
    ],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: ['are birds in house 1 below target weight', 'is the weight in barn 1 on standard'],
  },
  {
    intent: 'dailyGain',
    barns: ['barn_1'],
    questions: ['daily gain in shed 1', 'what are birds gaining per day in barn 1'],
  },
  { intent: 'uniformity', barns: ['barn_1'], questions: ['what is uniformity like in shed 1'] },
  {
    intent: 'lastWeighing',
    barns: ['barn_1'],
    questions: [
      'what date did we last weigh barn 1',
      'when did someone weigh the birds in house 1 last',
    ],
  },
  { intent: 'density', barns: ['barn_1'], questions: ["what's the stocking density in shed 1"] },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_2'],
    questions: ['how many eggs did barn 2 lay yesterday', 'egg collection yesterday house 2'],
  },
  {
    intent: 'layingRate',
    barns: ['barn_2'],
    questions: ["what's the lay rate in barn 2", 'production % house 2'],
  },
  {
    intent: 'eggBreakage',
    barns: ['barn_2'],
    period: ['2026-11-09', '2026-11-15'],
    questions: ['cracked eggs in house 2 last week'],
  },
  {
    intent: 'healthScore',
    barns: ['barn_1'],
    questions: ['are birds in barn 1 healthy', 'health of house 1'],
  },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: ['when did barn 1 last get medicine'],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: ['how many days withdrawal left in house 1'],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: [
      'when are we catching barn 1',
      'when will house 1 be ready for processing',
      'what day do the birds in shed 1 go',
    ],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'how much did the birds eat yesterday',
      'total feed consumed yesterday',
      "yesterday's feed",
    ],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-15', '2026-11-21'],
    questions: ['feed consumption of barn 1 over the last 7 days'],
  },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ["what's fcr at in shed 1", 'feed conversion for barn 1'],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      'when do we run out of feed',
      'how many days will the feed last us',
      'days of feed left',
    ],
  },
  { intent: 'feedStock', questions: ['how much feed is left in the bins', 'feed in stock'] },
  { intent: 'feedOrders', questions: ['what feed have we ordered', 'any open orders for feed'] },
  {
    intent: 'deliveriesExpected',
    questions: ["what's coming in on deliveries", 'is feed being delivered soon'],
  },
  {
    intent: 'waterUsed',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['how much water has house 1 used today', 'water intake house 1 today'],
  },
  { intent: 'waterFeedRatio', barns: ['barn_1'], questions: ['water to feed ratio in house 1'] },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: ["what's the temp like in house 1", "how's the temperature in shed 1"],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    questions: ['how warm was it in house 1 last night'],
  },
  {
    intent: 'humidity',
    barns: ['barn_1'],
    questions: ['what is the relative humidity in house 1'],
  },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    questions: ['how bad is the ammonia in house 1', 'ammonia ppm barn 1'],
  },
  {
    intent: 'co2',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    questions: ['what was co2 like overnight in barn 1'],
  },
  { intent: 'heatStress', barns: ['barn_1'], questions: ['any heat stress in shed 1'] },
  {
    intent: 'weather',
    period: ['2026-11-22', '2026-11-22'],
    questions: ["what's the weather tomorrow"],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: { category: 'gas' },
    questions: ['how much did we spend on gas last month', 'gas expenses last month'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['what have we spent this month', "show me this month's expenses"],
  },
  {
    intent: 'revenue',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['what did we sell last month', 'how much revenue last month'],
  },
  {
    intent: 'netMoney',
    period: ['2026-11-01', '2026-11-21'],
    questions: ["what's left after expenses this month", 'net cash this month'],
  },
  {
    intent: 'flockProfit',
    barns: ['barn_1'],
    questions: ['profit for barn 1 flock', 'did house 1 make money'],
  },
  {
    intent: 'costPerKg',
    barns: ['barn_1'],
    questions: ['cost per kg in barn 1', 'how much does a kilo cost us in house 1'],
  },
  {
    intent: 'pricePerKg',
    questions: ['price per kilo of chicken', 'what was the last selling price per kg'],
  },
  { intent: 'feedPrice', questions: ['how much does a ton of feed cost', 'price of feed now'] },
  { intent: 'cheapestBid', questions: ["what's the lowest offer", 'cheapest tender offer'] },
  { intent: 'openOrders', questions: ['which orders are pending', 'how many open orders'] },
  {
    intent: 'needsMe',
    questions: ['what needs my attention now', 'what is the most important thing'],
  },
  {
    intent: 'briefing',
    questions: [
      'how is everything on the farm',
      'give me a quick summary',
      "what's new on the farm",
    ],
  },
  { intent: 'gaps', questions: ["what's missing in my data", 'show data gaps'] },
  {
    intent: 'setupProgress',
    questions: ['how much of the setup is done', 'what setup is missing'],
  },
  {
    intent: 'alerts',
    questions: ['show alerts', 'how many alerts are open', 'what are the current alarms'],
  },
  {
    intent: 'flocksMissingLog',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['which barn has no log today', 'did everyone log today', 'who forgot to log today'],
  },
  {
    intent: 'unansweredQuestions',
    questions: ['are there questions I have not answered', 'show unanswered questions'],
  },
  { intent: 'tasks', questions: ['list all tasks', 'all the tasks'] },
  {
    intent: 'tasks',
    slots: { when: 'open' },
    questions: ['what are the open jobs', 'which tasks are open', 'any open tasks'],
  },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: ['are any tasks overdue', 'which jobs are overdue'],
  },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: ["can I have the vet's number", 'vet phone please', 'how to contact the vet'],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_1' },
    questions: ["what's Yossi Cohen's phone number", 'contact Yossi'],
  },
  {
    intent: 'medicineExpiring',
    questions: ["what's about to expire in the medicine store", 'which medicine expires next'],
  },
  {
    intent: 'medicineLow',
    questions: ['is any medicine running low', 'which medicines should we reorder'],
  },
  { intent: 'medicineStock', questions: ['show the medicine stock', 'what vaccines do we have'] },
  { intent: 'barns', questions: ['how many barns have we got', 'show barns'] },
  { intent: 'flocks', questions: ['show flocks', 'which flocks are active'] },
  {
    intent: 'capacity',
    barns: ['barn_2'],
    questions: ['how many birds can we put in house 2', 'capacity of shed 2'],
  },
  {
    intent: 'nextPlacement',
    questions: ['when are the next chicks coming', 'when is the next flock placed'],
  },
  { intent: 'bestBarn', questions: ['which shed is the best', 'best performing barn'] },
  { intent: 'devicesOffline', questions: ['are any devices down', 'what sensors are offline'] },
  {
    intent: 'cameraCount',
    barns: ['barn_1'],
    questions: ['how many birds does the camera see in house 1'],
  },
];
