import type { AskedIntent } from '../../question-set.ts';

/** What contract growers and their families typed. */
export const growersAsk: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'any mortality today',
      'did we lose any birds today',
      'hi sir today mortality please',
      'number of dead birds today',
    ],
  },
  {
    intent: 'mortality',
    barns: ['barn_2'],
    period: ['2026-11-19', '2026-11-19'],
    questions: ['how many hens died in house 2 two days ago', 'shed 2 deads day before yesterday'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['deaths over the last week', 'mort last 7 days'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-10', '2026-11-12'],
    questions: ['deads from 10 nov to 12 nov', 'how many birds died between 10/11 and 12/11'],
  },
  {
    intent: 'cumulativeMortality',
    questions: ['overall mortality', 'total mortality percentage since placement'],
  },
  {
    intent: 'mortalitySpike',
    barns: ['barn_1'],
    questions: ['are the deaths in house 1 unusually high', 'abnormal losses in barn 1'],
  },
  {
    intent: 'culls',
    barns: ['barn_1'],
    period: ['2026-11-09', '2026-11-15'],
    questions: ['how many birds were culled in barn 1 last week', 'culls in house 1 last wk'],
  },
  { intent: 'livability', questions: ['how many percent of birds are still alive'] },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: [
      'birds alive in shed 1',
      'how many chickens left in house 1',
      'current number of birds in barn 1',
    ],
  },
  {
    intent: 'age',
    questions: [
      'how many days are the birds now',
      'which day of the cycle are we on',
      'age of chicks',
    ],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: ['wt of birds in house 1', 'how many grams are the birds in barn 1 now'],
  },
  {
    intent: 'weightDeviation',
    questions: ['are they growing to standard', 'are the birds on the growth curve'],
  },
  {
    intent: 'dailyGain',
    barns: ['barn_1'],
    questions: ['how fast are birds growing in house 1', 'average daily gain shed 1'],
  },
  { intent: 'uniformity', questions: ['is the flock even', "what's our uniformity"] },
  {
    intent: 'lastWeighing',
    questions: ['when were the birds weighed the last time', 'last weighing date'],
  },
  { intent: 'density', questions: ['how many kg per sqm do we have', 'current stocking density'] },
  {
    intent: 'eggs',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['eggs from barn 2 yesterday', 'how many eggs the hens gave yesterday in house 2'],
  },
  {
    intent: 'eggBreakage',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['how many eggs were cracked last week', 'broken eggs last week'],
  },
  {
    intent: 'layingRate',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['what was the laying % yesterday', 'hen day production yesterday'],
  },
  {
    intent: 'healthScore',
    barns: ['barn_2'],
    questions: ['are the hens in house 2 ok healthwise', 'house 2 health'],
  },
  { intent: 'efficiency', barns: ['barn_1'], questions: ['efficiency of house 1', 'barn 1 EPEF?'] },
  {
    intent: 'lastTreatment',
    questions: ['what medicine did the birds get last'],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: [
      'can we slaughter house 1 or still in withdrawal',
      'days left on withdrawal barn 1',
    ],
  },
  {
    intent: 'marketDate',
    questions: [
      'when will be the depletion',
      'when are the catchers coming',
      'expected slaughter date',
      'when are the birds ready',
    ],
  },
  {
    intent: 'compareFlocks',
    questions: ['compare this flock with the other one', 'flock vs flock'],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['how many kilos of feed did house 1 eat today', 'feed use shed 1 today'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['feed used last month', 'how many tons of feed did we use last month'],
  },
  { intent: 'feedPerBird', questions: ['how many grams does a bird eat', 'feed per head'] },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ['is the fcr good in barn 1', 'house 1 feed conversion ratio'],
  },
  {
    intent: 'feedDaysLeft',
    barns: ['barn_1'],
    questions: ['when will house 1 run out of feed', 'how many days feed in barn 1'],
  },
  {
    intent: 'feedStock',
    questions: ["what's in the silos", 'how many tons of feed are left', 'feed inventory'],
  },
  { intent: 'feedOrders', questions: ['is there feed on order', 'pending feed orders'] },
  { intent: 'deliveriesExpected', questions: ['is a delivery coming', 'next feed delivery when'] },
  {
    intent: 'waterUsed',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['how much water did we use last week', 'water consumption last week'],
  },
  {
    intent: 'waterFeedRatio',
    questions: ['how much water per kg of feed', "what's the water to feed"],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    questions: ['temperature in barn 1 last night', 'how cold did house 1 get overnight'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['what was the temp in shed 1 yesterday'],
  },
  { intent: 'humidity', questions: ["what's the humidity like", 'humidity in all houses'] },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    questions: ['ammonia last night in barn 1', 'nh3 overnight house 1'],
  },
  {
    intent: 'co2',
    barns: ['barn_1'],
    questions: ['is co2 too high in barn 1', 'air quality in house 1 co2'],
  },
  { intent: 'heatStress', questions: ['is it too hot for the birds'] },
  { intent: 'weather', questions: ['what will the weather be like'] },
  {
    intent: 'moneySpent',
    period: ['2026-01-01', '2026-11-21'],
    questions: ['what did we spend this year', 'total costs this year'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: { category: 'fuel' },
    questions: ['diesel this month', 'how much on fuel this month'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'medicine' },
    questions: ['medicine costs', 'how much do we spend on meds'],
  },
  {
    intent: 'revenue',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['how much money came in this month', 'sales this month'],
  },
  {
    intent: 'netMoney',
    period: ['2026-01-01', '2026-11-21'],
    questions: ['cash flow for this year', "what's our net this year"],
  },
  {
    intent: 'flockProfit',
    flocks: ['flock_1'],
    questions: ['profit of flock B1-2611', 'what will B1-2611 make us'],
  },
  {
    intent: 'costPerKg',
    barns: ['barn_1'],
    questions: ['cost per kilo in house 1', "what's a kilo costing us in barn 1"],
  },
  { intent: 'pricePerKg', questions: ['what are we getting for a kilo', 'chicken price per kg'] },
  { intent: 'feedPrice', questions: ['what are feed prices', 'price per ton of feed'] },
  { intent: 'cheapestBid', questions: ['show me the cheapest offer', 'who has the best quote'] },
  { intent: 'openOrders', questions: ['orders still open', 'do we have any open orders'] },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['what do I need to do today', 'what are my priorities today'],
  },
  {
    intent: 'briefing',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['summary of today', "give me today's summary"],
  },
  { intent: 'gaps', questions: ['which data is incomplete', 'data quality'] },
  {
    intent: 'setupProgress',
    questions: ['what setup steps are left', 'is the onboarding complete'],
  },
  {
    intent: 'alerts',
    slots: { severity: 'critical' },
    barns: ['barn_1'],
    questions: ['critical alerts in barn 1', 'any critical alarm in house 1'],
  },
  { intent: 'flocksMissingLog', questions: ['which flocks are missing logs', 'missing logs'] },
  {
    intent: 'unansweredQuestions',
    questions: ['who is waiting for an answer', 'questions to answer'],
  },
  {
    intent: 'tasks',
    slots: { when: 'today' },
    period: ['2026-11-21', '2026-11-21'],
    questions: ["what's to do today", 'which tasks are for today'],
  },
  {
    intent: 'tasks',
    barns: ['barn_1'],
    questions: ['tasks in barn 1', 'what jobs are there in house 1'],
  },
  {
    intent: 'contact',
    slots: { kind: 'chick_supplier' },
    questions: ['hatchery phone number', 'number for the hatchery'],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_2' },
    questions: ['how can I call Dr. Levi', "Levi's phone"],
  },
  {
    intent: 'medicineExpiring',
    slots: { product: 'medicine_1' },
    questions: ['when does tylosin expire', 'is the tylosin expired'],
  },
  {
    intent: 'medicineLow',
    questions: [
      'what do we need to reorder from the medicine store',
      'which meds are below minimum',
    ],
  },
  { intent: 'medicineStock', questions: ['list of medicines', 'what drugs do we have in stock'] },
  { intent: 'barns', questions: ['name all the houses', 'how many sheds do you have'] },
  { intent: 'flocks', questions: ['how many flocks are running', 'active flocks'] },
  {
    intent: 'capacity',
    questions: ["what's the capacity of the houses", 'how many birds can we hold'],
  },
  {
    intent: 'nextPlacement',
    barns: ['barn_3'],
    questions: ['when is barn 3 getting chicks', 'next placement in house 3'],
  },
  { intent: 'bestBarn', questions: ['best house?', 'which barn is doing worst'] },
  {
    intent: 'devicesOffline',
    questions: ['anything not working', 'which devices lost connection'],
  },
  { intent: 'cameraCount', questions: ['what do the cameras count', 'bird count by camera'] },
  { intent: 'weather', period: ['2026-11-22', '2026-11-22'], questions: ['weather for tomorrow'] },
  { intent: 'heatStress', period: ['2026-11-21', '2026-11-21'], questions: ['heat stress today?'] },
];
