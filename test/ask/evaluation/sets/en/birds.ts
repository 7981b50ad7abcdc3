import type { AskedIntent } from '../../question-set.ts';

/** What is asked about birds in English. */
export const birds: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'how many deads in shed 1 today',
      'morts house 1 today?',
      'hw many birds dead in barn 1 today',
      'Barn 1 mort today pls',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'what was the mort yesterday',
      'how many did we lose yesterday',
      'yesterday losses?',
      'how many carcasses did you pick up yesterday',
      'yest mortality',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['total deads last week', 'how many birds have we lost last week'],
  },
  {
    intent: 'mortality',
    barns: ['barn_2'],
    period: ['2026-11-15', '2026-11-21'],
    questions: ['mortality in pen 2 for the last 7 days', 'shed no. 2 deads past 7 days'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-03', '2026-11-03'],
    questions: [
      'how many died on 3/11',
      'deads on 3 november',
      'mortality 3rd Nov',
      'what was mort on nov 3',
    ],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: ['cumulative mort house 1', 'total losses to date in house 1'],
  },
  {
    intent: 'mortalitySpike',
    questions: ['any spike in deads', 'is mortality abnormal anywhere', 'any unusual losses'],
  },
  {
    intent: 'mortalityAgainstAverage',
    questions: [
      'are deads above average',
      'is mort higher than the weekly average',
      'mortality vs 7 day avg',
    ],
  },
  {
    intent: 'culls',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'culls today',
      'how many have we culled today',
      'how many culls did we take out today',
      'no of culls today',
    ],
  },
  {
    intent: 'livability',
    questions: [
      'livability %',
      'what is the liveability',
      "what's our survival rate",
      'percent of birds still alive',
    ],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: [
      'how many birds left in house 1',
      'bird count shed 1',
      'how many birds do we have in barn 1 now',
      'headcount barn 1',
    ],
  },
  {
    intent: 'age',
    questions: [
      'how old are the chicks',
      'what age are the birds',
      'what day are we on',
      'how many days old is the flock',
    ],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: [
      'avg weight house 1',
      'what are the birds weighing in shed 1',
      'how heavy are the birds in barn 1',
      'bodyweight barn 1',
    ],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: [
      'are house 1 birds on target weight',
      'is barn 1 behind on weight',
      'how far off breed standard is the weight in house 1',
      'weight vs target in shed 1',
    ],
  },
  {
    intent: 'dailyGain',
    barns: ['barn_1'],
    questions: [
      'adg barn 1',
      "what's the daily gain in house 1",
      'how many grams a day are the birds putting on in shed 1',
      'growth rate house 1',
    ],
  },
  {
    intent: 'uniformity',
    barns: ['barn_1'],
    questions: [
      'uniformity house 1',
      'cv of barn 1',
      'how even is the flock in shed 1',
      'are the birds in house 1 uniform',
    ],
  },
  {
    intent: 'lastWeighing',
    barns: ['barn_1'],
    questions: [
      'when did we last weigh house 1',
      'last weigh-in barn 1',
      'when were birds in shed 1 last weighed',
      'date of last weighing in house 1',
    ],
  },
  {
    intent: 'density',
    barns: ['barn_1'],
    questions: [
      'stocking density house 1',
      'kg per m2 in shed 1',
      'how crowded is barn 1',
      'are we over density in house 1',
    ],
  },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'how many eggs yesterday',
      'eggs collected yesterday',
      'egg production yesterday',
      'what was egg count yesterday',
    ],
  },
  {
    intent: 'eggBreakage',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'cracked eggs yesterday',
      'how many broken eggs yesterday',
      'breakage yesterday',
      'what percentage of eggs cracked yesterday',
    ],
  },
  {
    intent: 'layingRate',
    barns: ['barn_2'],
    questions: [
      'laying rate house 2',
      'hen day production barn 2',
      'lay % in shed 2',
      'what percent are the hens laying in house 2',
    ],
  },
  {
    intent: 'healthScore',
    barns: ['barn_1'],
    questions: [
      'health score barn 1',
      'how is the health of birds in house 1',
      'are the birds in shed 1 healthy',
      'flock health in house 1',
    ],
  },
  {
    intent: 'efficiency',
    barns: ['barn_1'],
    questions: [
      'epef for barn 1',
      "what's the EPEF in house 1",
      'production efficiency factor shed 1',
      'european production index of barn 1',
    ],
  },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: [
      'when was house 1 last treated',
      'last medication in shed 1',
      'what was the last treatment given in barn 1',
      'what did we last treat barn 1 with',
    ],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: [
      'withdrawal period house 1',
      'when is shed 1 clear of withdrawal',
      'how long is the withdrawal left in barn 1',
      'are barn 1 birds still under withdrawal',
    ],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: [
      'when do we catch house 1',
      'processing date for barn 1',
      'when is shed 1 due for depletion',
      'kill date house 1',
    ],
  },
  {
    intent: 'compareFlocks',
    questions: [
      'compare flocks',
      'how do the flocks compare',
      'flock comparison please',
      'compare all the flocks side by side',
    ],
  },
  {
    intent: 'bestBarn',
    barns: ['barn_1', 'barn_2'],
    questions: [
      'compare barn 1 and barn 2',
      'house 1 vs house 2',
      'difference between shed 1 and shed 2',
      'barn 1 against barn 2',
    ],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: [
      "what's our total mortality % in barn 1 so far",
      'deads so far in shed 1 this crop',
    ],
  },
  { intent: 'mortalityAgainstAverage', questions: ['are we losing more birds than normal'] },
];
