import type { AskedIntent } from '../../question-set.ts';

/** What a vet, an accountant and a helper typed. */
export const visitorsAsk: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'how many mortalities in house 1 yesterday',
      'barn 1 losses yesterday please',
      'what did we lose in shed 1 yesterday',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['did anything die today', 'mortality report for today', 'dead ones today in total'],
  },
  {
    intent: 'mortality',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['how many birds did we lose last month', 'october mortality'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_2'],
    questions: ['cumulative deaths in barn 2', 'total mortality percent of house 2'],
  },
  { intent: 'mortalityAgainstAverage', questions: ['mortality compared to usual'] },
  {
    intent: 'culls',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['culls in the past 7 days'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_2'],
    questions: ['how many hens are left in shed 2', 'live birds barn 2'],
  },
  {
    intent: 'age',
    barns: ['barn_2'],
    questions: ['how many weeks old are the hens in house 2', 'age of the layers in barn 2'],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: [
      'average weight in barn 1 please',
      'how much do they weigh in house 1',
      'body weight of chicks in shed 1',
    ],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: [
      'how are the birds in barn 1 doing against the breed standard',
      'weight deviation house 1',
    ],
  },
  {
    intent: 'dailyGain',
    barns: ['barn_1'],
    questions: ['gain per day in barn 1', 'how much weight are birds putting on daily in house 1'],
  },
  {
    intent: 'uniformity',
    barns: ['barn_1'],
    questions: ['coefficient of variation house 1', 'is there a lot of variation in barn 1'],
  },
  {
    intent: 'lastWeighing',
    barns: ['barn_1'],
    questions: ['have we weighed house 1', 'when is the last time barn 1 was weighed'],
  },
  {
    intent: 'density',
    barns: ['barn_1'],
    questions: ['birds per square metre in house 1', 'is barn 1 too crowded'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['how many eggs this week', 'egg numbers this week'],
  },
  {
    intent: 'eggBreakage',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['any broken eggs today', 'how many cracked eggs today'],
  },
  {
    intent: 'layingRate',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ["what was house 2's laying percentage yesterday"],
  },
  { intent: 'healthScore', questions: ['how healthy are the birds', 'health of the flocks'] },
  { intent: 'efficiency', questions: ["what's the EEF", 'how efficient is production'] },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: ['what treatment did barn 1 receive', 'last time house 1 was medicated'],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: ['when is the withdrawal over in barn 1', 'is barn 1 safe to slaughter'],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: [
      'when does house 1 go to slaughter',
      'when should we sell the birds in barn 1',
      'slaughter date of house 1',
    ],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'what did house 1 eat yesterday',
      'feed used in barn 1 yesterday',
      'kgs feed shed 1 yesterday',
    ],
  },
  { intent: 'feedPerBird', questions: ['feed per bird per day', 'how much does each bird eat'] },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ['what fcr are we running in house 1', 'conversion rate in barn 1'],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      'how long does our feed last',
      'will we run out of feed soon',
      'is there enough feed',
    ],
  },
  {
    intent: 'feedStock',
    barns: ['barn_2'],
    questions: ['how much feed is in house 2 silo', 'feed remaining barn 2'],
  },
  { intent: 'feedOrders', questions: ['what feed orders do we have', 'is any feed ordered'] },
  {
    intent: 'deliveriesExpected',
    period: ['2026-11-23', '2026-11-29'],
    questions: ['what deliveries are coming next week'],
  },
  {
    intent: 'waterUsed',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['how much water house 2 drank yesterday', 'water use yesterday barn 2'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: ['inside temperature house 1', 'barn 1 degrees', 'is barn 1 too cold'],
  },
  {
    intent: 'humidity',
    barns: ['barn_1'],
    questions: ['humidity level in house 1', "what's the RH in shed 1"],
  },
  {
    intent: 'ammonia',
    questions: ['where is ammonia the highest', 'ammonia levels in all houses'],
  },
  { intent: 'co2', barns: ['barn_1'], questions: ['CO2 reading for house 1'] },
  {
    intent: 'heatStress',
    barns: ['barn_1'],
    questions: ['do the birds in barn 1 have heat stress', 'are house 1 birds panting'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: { category: 'feed' },
    questions: ['feed costs this month', 'how much money on feed this month'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: { category: 'transport' },
    questions: ['transport costs last month'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-09-01', '2026-09-30'],
    questions: ['how much did we spend in september', 'september expenses'],
  },
  {
    intent: 'revenue',
    period: ['2026-01-01', '2026-11-21'],
    questions: ['total revenue this year', 'what did we earn this year'],
  },
  {
    intent: 'netMoney',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['what was the net cash last month', 'were we in the red last month'],
  },
  {
    intent: 'flockProfit',
    barns: ['barn_1'],
    questions: ['how profitable is barn 1', 'will house 1 make a profit'],
  },
  {
    intent: 'costPerKg',
    questions: ['what does it cost to produce a kilo', 'cost to grow a kilo of chicken'],
  },
  { intent: 'pricePerKg', questions: ['market price of chicken', 'how much are we paid per kilo'] },
  { intent: 'feedPrice', questions: ['what does a tonne of feed cost', 'current feed price'] },
  {
    intent: 'cheapestBid',
    questions: ['which supplier has the lowest bid', 'what bids do we have'],
  },
  { intent: 'openOrders', questions: ['list open orders', 'what orders are pending'] },
  {
    intent: 'needsMe',
    questions: ['what needs doing', 'is there anything urgent', 'what do I have to deal with'],
  },
  {
    intent: 'briefing',
    questions: ["tell me what's happening on the farm", 'brief me', 'daily report please'],
  },
  { intent: 'gaps', questions: ['what information is missing', 'are there gaps in my data'] },
  {
    intent: 'alerts',
    questions: ['what alarms are there', 'list active alerts', 'is there any open alert'],
  },
  {
    intent: 'flocksMissingLog',
    questions: ["who didn't fill in the log", "which flocks haven't been logged"],
  },
  {
    intent: 'unansweredQuestions',
    questions: ['which questions are still open', 'any questions to be answered'],
  },
  {
    intent: 'tasks',
    questions: ['show me the tasks', 'what work is there to do', 'what is left on the to do list'],
  },
  {
    intent: 'tasks',
    slots: { person: 'user_1' },
    questions: ['what jobs does Somchai have', "list Somchai's tasks"],
  },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: [
      "give me the vet's phone",
      'who is our vet',
      "I need to call the vet, what's the number",
    ],
  },
  {
    intent: 'medicineExpiring',
    questions: ['which meds are expired', 'medicines close to expiry'],
  },
  {
    intent: 'medicineLow',
    questions: ['which medicines are low', 'what medicine do we need to buy'],
  },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_3' },
    questions: ['how many vials of ND LaSota do we have', 'ND LaSota left'],
  },
  {
    intent: 'capacity',
    barns: ['barn_1'],
    questions: ['room for how many birds in house 1', 'maximum capacity barn 1'],
  },
  {
    intent: 'nextPlacement',
    questions: ['when will new chicks arrive', 'next batch of chicks when'],
  },
  { intent: 'bestBarn', questions: ['top barn', 'which of the houses is the worst'] },
  {
    intent: 'devicesOffline',
    slots: { kind: 'camera' },
    questions: ['is any camera offline', 'which cameras are down'],
  },
  {
    intent: 'cameraCount',
    barns: ['barn_1'],
    questions: [
      'what does the camera say about bird numbers in house 1',
      'camera count for house 1',
    ],
  },
];
