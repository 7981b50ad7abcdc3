import type { AskedIntent } from '../../question-set.ts';

/** What is asked about work, the store and equipment in English. */
export const work: readonly AskedIntent[] = [
  {
    intent: 'needsMe',
    questions: [
      'what needs me',
      'what needs my attention',
      'anything I need to deal with',
      'what should I do first',
    ],
  },
  {
    intent: 'briefing',
    questions: [
      'morning briefing',
      'give me the summary',
      "how's the farm doing",
      "what's going on on the farm",
      'quick overview please',
    ],
  },
  {
    intent: 'gaps',
    questions: [
      'what data is missing',
      'any gaps in the data',
      'data gaps',
      "what haven't we recorded",
      'what info is incomplete',
    ],
  },
  {
    intent: 'setupProgress',
    questions: [
      'how far is the setup',
      'setup progress',
      'is the farm set up',
      "what's left to set up",
      'onboarding status',
    ],
  },
  {
    intent: 'alerts',
    questions: [
      'any alerts',
      'any open alerts',
      'any alarms',
      'which alarms are on',
      'what alerts are active',
    ],
  },
  {
    intent: 'alerts',
    slots: { severity: 'critical' },
    questions: [
      'critical alerts',
      'any critical alarms',
      'red alerts?',
      'how many severe alerts are open',
    ],
  },
  {
    intent: 'alerts',
    barns: ['barn_1'],
    questions: ['alerts in house 1', 'any alarms in shed 1', 'open alerts barn 1'],
  },
  {
    intent: 'flocksMissingLog',
    questions: [
      "which house hasn't been logged",
      'any missing daily logs',
      'which sheds have not filled in the daily sheet',
    ],
  },
  {
    intent: 'unansweredQuestions',
    questions: [
      'unanswered questions',
      'any questions from the workers waiting',
      "which questions haven't been answered",
      'open questions',
    ],
  },
  {
    intent: 'tasks',
    questions: ['what tasks are there', 'task list', 'what jobs are on the list', 'to do list'],
  },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: ['overdue tasks', 'which jobs are late', "what's overdue", 'any tasks past due'],
  },
  {
    intent: 'tasks',
    slots: { when: 'today' },
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'tasks today',
      'what jobs are due today',
      "what's on my to-do list today",
      'todays tasks',
    ],
  },
  {
    intent: 'tasks',
    slots: { person: 'user_1' },
    questions: [
      'tasks for Somchai',
      'what does Somchai have to do',
      "Somchai's jobs",
      "what are Somchai's tasks",
    ],
  },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: [
      "vet's number",
      'phone number of vet',
      'how do I reach the vet',
      'vet contact',
      "what's the veterinarian's phone",
    ],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_1' },
    questions: [
      "Yossi's number",
      'phone number for Yossi Cohen',
      'contact details of Yossi',
      'number for yossi cohen',
    ],
  },
  {
    intent: 'medicineExpiring',
    questions: ['what medicine is expiring', 'expired meds', 'which drugs are going out of date'],
  },
  {
    intent: 'medicineLow',
    questions: [
      'what medicine are we low on',
      'meds running low',
      'which medicines need reordering',
      'any drugs short',
    ],
  },
  {
    intent: 'medicineStock',
    questions: [
      'what medicine do we have',
      'meds in stock',
      'medicine inventory',
      "what's in the medicine cabinet",
    ],
  },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_1' },
    questions: [
      'how much Tylosin is left',
      'tylosin stock',
      'do we have any tylosin',
      'how many bottles of tylosin left',
    ],
  },
  {
    intent: 'barns',
    questions: [
      'how many houses do we have',
      'list the barns',
      'which sheds are there',
      'how many sheds on the farm',
    ],
  },
  {
    intent: 'flocks',
    questions: [
      'how many flocks',
      'which flocks are in',
      'list flocks',
      'what flocks do we have',
      'show all the crops',
    ],
  },
  {
    intent: 'capacity',
    barns: ['barn_2'],
    questions: [
      'capacity of barn 2',
      'how many birds fit in shed 2',
      'how many birds can house 2 hold',
      "what's house 2's capacity",
    ],
  },
  {
    intent: 'nextPlacement',
    questions: [
      'when is next placement',
      'when do the chicks arrive',
      'when do new chicks come',
      'next placement date',
      'when are we placing day-olds',
    ],
  },
  {
    intent: 'bestBarn',
    questions: [
      'which barn is best',
      'best performing house',
      'which shed is doing best',
      'worst barn',
      'which house is performing worst',
    ],
  },
  {
    intent: 'devicesOffline',
    questions: [
      'any devices offline',
      'which sensors are down',
      'is anything offline',
      "what equipment isn't working",
    ],
  },
  {
    intent: 'devicesOffline',
    slots: { kind: 'camera' },
    questions: [
      'cameras offline',
      'any cameras down',
      'which cameras are not working',
      'is a camera disconnected',
    ],
  },
  {
    intent: 'cameraCount',
    barns: ['barn_1'],
    questions: [
      'camera count house 1',
      'how many birds do the cameras see in barn 1',
      'camera bird count barn 1',
      'camera count vs log in shed 1',
    ],
  },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: ["what's urgent today", 'anything need me today', 'what needs me today'],
  },
  {
    intent: 'flocksMissingLog',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'which flocks have no log today',
      "who hasn't logged today",
      'which houses have not been logged today',
    ],
  },
  {
    intent: 'alerts',
    slots: { severity: 'warning' },
    questions: ['are there any warnings?', 'open warnings'],
  },
];
