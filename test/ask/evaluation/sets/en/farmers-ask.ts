import type { AskedIntent } from '../../question-set.ts';

/** What an owner, a manager and farm hands typed. */
export const farmersAsk: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'whats the death toll in no 1 house today',
      'how many chicks have died in barn 1 since this morning',
      'today dead birds barn1 ?',
      'hse 1 deads today how many',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'boss how many bird die yesterday',
      'yesterday we lost how many',
      'can you tell me how many chickens passed away yesterday',
      'yday mort total',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-16', '2026-11-16'],
    questions: ['how many died on monday', "monday's mortality"],
  },
  {
    intent: 'mortality',
    barns: ['barn_2'],
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'deaths in the layer house 2 this month',
      'how many hens have we lost in shed 2 this month',
    ],
  },
  {
    intent: 'mortality',
    aggregation: 'highest',
    questions: ['which house has most deads', 'where are we losing the most birds'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: ['what is the total mortality in house 1', 'mortality percentage house 1'],
  },
  {
    intent: 'mortalitySpike',
    questions: ['is there something wrong with the mortality', 'did mortality jump anywhere'],
  },
  {
    intent: 'mortalityAgainstAverage',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['is todays mort higher than average'],
  },
  {
    intent: 'culls',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'culls yday',
      'how many birds got culled yesterday',
      'how many runts were culled yesterday',
    ],
  },
  {
    intent: 'livability',
    barns: ['barn_1'],
    questions: ['livability barn 1', 'what percentage of birds survived in house 1'],
  },
  {
    intent: 'liveBirds',
    questions: [
      'total birds on the farm',
      'how many birds we have',
      'how many chickens are alive now',
      'whats our current bird count',
    ],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_2'],
    questions: ['how many hens in house 2', 'hens alive in barn 2'],
  },
  {
    intent: 'age',
    barns: ['barn_1'],
    questions: ['how old r the birds in barn 1', 'age of birds house 1', 'flock age in shed 1'],
  },
  {
    intent: 'weight',
    questions: ['avg bird weight?', 'what weight are birds now', 'how much does a bird weigh'],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: [
      'are the birds in barn 1 underweight',
      'is house 1 on target',
      'are barn 1 birds heavier than standard',
    ],
  },
  {
    intent: 'dailyGain',
    questions: ['what is ADG', 'how much are they gaining per day', 'daily weight gain'],
  },
  {
    intent: 'uniformity',
    barns: ['barn_1'],
    questions: ['whats the CV in house 1', 'flock uniformity barn 1'],
  },
  {
    intent: 'lastWeighing',
    questions: ['when did you last weigh the birds', 'when was last weighing done'],
  },
  {
    intent: 'density',
    barns: ['barn_1'],
    questions: ['what density are we at in house 1', 'kg/m2 barn 1'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['how many eggs did we get today', 'eggs today?', 'egg count today'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['eggs collected last week', 'total eggs last week'],
  },
  { intent: 'eggBreakage', questions: ['how many cracks', 'percentage of broken eggs'] },
  {
    intent: 'layingRate',
    questions: ['hen-day %', 'what is our production percentage of eggs', 'rate of lay'],
  },
  { intent: 'healthScore', questions: ["how's the flock health", 'are the birds doing ok'] },
  { intent: 'efficiency', questions: ['whats our EPEF', 'production index now'] },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: [],
  },
  {
    intent: 'withdrawal',
    questions: ['is the flock clear of withdrawal', 'when does withdrawal end'],
  },
  {
    intent: 'marketDate',
    questions: [
      'when are birds going to the plant',
      "what's the catch date",
      'when can we sell the birds',
      'how many days to slaughter',
    ],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: ['when is house 1 being thinned', 'barn 1 processing date'],
  },
  { intent: 'compareFlocks', questions: ['which flock is better', 'compare our flocks please'] },
  {
    intent: 'feedEaten',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['how much feed they ate today', 'feed consumed today', "today's feed intake"],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_2'],
    period: ['2026-11-09', '2026-11-15'],
    questions: ['ration consumed in house 2 last week'],
  },
  {
    intent: 'feedPerBird',
    barns: ['barn_2'],
    questions: ['grams of feed per hen in house 2', 'feed intake per bird shed 2'],
  },
  {
    intent: 'feedConversion',
    questions: ['what is FCR', 'current fcr of flock', 'how is our feed conversion'],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      'do we have enough feed',
      'feed is enough for how many days',
      'when do i need to order feed',
      'how many days of feed do we have',
    ],
  },
  {
    intent: 'feedStock',
    questions: ['how much feed have we got', 'feed left in silos', 'kilos of feed in the bins'],
  },
  { intent: 'feedOrders', questions: ['did we order feed', 'feed orders status'] },
  {
    intent: 'deliveriesExpected',
    questions: ['when is feed delivery coming', 'what deliveries are expected'],
  },
  {
    intent: 'waterUsed',
    period: ['2026-11-21', '2026-11-21'],
    barns: ['barn_1'],
    questions: ['water intake barn 1 today', 'how many litres did house 1 drink today'],
  },
  { intent: 'waterFeedRatio', barns: ['barn_1'], questions: ['water feed ratio in barn 1'] },
  {
    intent: 'temperature',
    barns: ['barn_2'],
    questions: ['what temp is it in house 2', 'how hot is barn 2'],
  },
  { intent: 'temperature', questions: ['temperature in the barns', 'which house is the hottest'] },
  {
    intent: 'humidity',
    barns: ['barn_1'],
    questions: ['is it humid in barn 1', 'current RH house 1'],
  },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    questions: ["how's the ammonia in shed 1", 'NH3 reading barn 1'],
  },
  { intent: 'co2', questions: ['co2 levels?', 'which barn has the highest CO2'] },
  {
    intent: 'heatStress',
    barns: ['barn_1'],
    questions: ['are birds too hot in house 1', 'heat stress barn 1'],
  },
  { intent: 'weather', questions: ["what's the forecast"] },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['total expenses last month', 'how much money went out last month'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'vet' },
    questions: ['vet costs', 'how much have we paid the vet'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'electricity' },
    period: ['2026-11-01', '2026-11-21'],
    questions: ['electricity bill this month', 'what did power cost this month'],
  },
  {
    intent: 'revenue',
    period: ['2025-01-01', '2025-12-31'],
    questions: ['how much did we earn last year', 'sales income last year'],
  },
  {
    intent: 'netMoney',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['did we make or lose money last month', 'net result last month'],
  },
  { intent: 'flockProfit', questions: ['is the flock making a profit'] },
  { intent: 'costPerKg', questions: ['what does it cost us per kilo'] },
  {
    intent: 'pricePerKg',
    questions: ["what's the price of chicken per kilo", 'last price per kg'],
  },
  {
    intent: 'feedPrice',
    questions: ["what's the price of grower feed", 'how much does feed cost per ton'],
  },
  { intent: 'cheapestBid', questions: ['who is the cheapest on the tender', 'best bid for feed'] },
  { intent: 'openOrders', questions: ['which orders are not delivered yet', 'orders outstanding'] },
  { intent: 'needsMe', questions: ['what should I take care of', 'anything important'] },
  { intent: 'briefing', questions: ['how are we doing', 'whats the situation on the farm'] },
  { intent: 'gaps', questions: ['what are we not recording', 'is any data missing'] },
  { intent: 'setupProgress', questions: ['is everything set up', 'what still has to be set up'] },
  {
    intent: 'alerts',
    barns: ['barn_2'],
    questions: ['is there any alarm in house 2', 'any alerts house 2'],
  },
  {
    intent: 'flocksMissingLog',
    questions: ['who has not done the daily log', 'which barns have no log yet'],
  },
  {
    intent: 'unansweredQuestions',
    questions: ['did anybody ask a question', 'any unanswered questions from staff'],
  },
  {
    intent: 'tasks',
    slots: { person: 'user_1' },
    questions: ['what is Somchai working on', 'Somchai task list'],
  },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: ['what tasks are behind schedule', 'show me late jobs'],
  },
  {
    intent: 'contact',
    slots: { kind: 'feed_supplier' },
    questions: ['feed mill phone number', 'who is our feed supplier'],
  },
  {
    intent: 'contact',
    slots: { kind: 'electrician' },
    questions: ['i need the electrician number', 'electrician contact'],
  },
  {
    intent: 'medicineExpiring',
    questions: ['anything expired in the medicine store'],
  },
  {
    intent: 'medicineExpiring',
    slots: { kind: 'vaccine' },
    questions: ['which vaccines expire soon', 'any vaccines about to expire'],
  },
  { intent: 'medicineLow', questions: ['which drugs are running out', 'medicine low stock'] },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_2' },
    questions: ['how much vitamin c do we have', 'vitamin c in stock?'],
  },
  { intent: 'barns', questions: ['how many barns on the farm', 'list of sheds'] },
  { intent: 'flocks', questions: ['how many flocks are there now', 'what flocks are running'] },
  {
    intent: 'capacity',
    barns: ['barn_1'],
    questions: ['how many birds does house 1 hold', 'max birds barn 1'],
  },
  {
    intent: 'nextPlacement',
    questions: ['when is the next flock coming', 'next chick placement', 'when do we place next'],
  },
  { intent: 'bestBarn', questions: ['which house is performing the best'] },
  {
    intent: 'devicesOffline',
    questions: ['which sensor is offline', 'is all the equipment working'],
  },
  {
    intent: 'cameraCount',
    questions: ['how many birds does the camera count', 'what is the camera count'],
  },
  {
    intent: 'weight',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['how much do the birds weigh today'],
  },
];
