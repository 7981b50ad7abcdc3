import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in English. */
export const orders: readonly AskedOrder[] = [
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'weigh 100 birds' },
    questions: [
      'Create a task for Somchai: weigh 100 birds',
      'add a job for Somchai to weigh 100 birds',
      'tell Somchai to weigh 100 birds',
      'ask Somchai to weigh 100 birds',
      'remind Somchai to weigh 100 birds',
      'task for Somchai: weigh 100 birds',
      'assign Somchai to weigh 100 birds',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'check the drinkers', barnId: 'barn_1', dueDate: '2026-11-22' },
    questions: [
      'create a task in barn 1 tomorrow: check the drinkers',
      'add task for house 1 tomorrow: check the drinkers',
      'new task in shed 1 for tomorrow: check the drinkers',
      'make a task to check the drinkers in barn 1 tomorrow',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'call the vet', priority: 'urgent' },
    questions: [
      'create an urgent task: call the vet',
      'add urgent task to call the vet',
      'urgent task: call the vet',
      'new urgent job: call the vet',
    ],
  },
  {
    action: 'complete_task',
    fields: { title: 'Clean nipples' },
    questions: [
      'mark Clean nipples as done',
      'complete the task Clean nipples',
      'task Clean nipples is done',
      'tick off Clean nipples',
      'close task Clean nipples',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 16000, feedType: 'finisher' },
    questions: [
      'order 16 tons of finisher',
      'order 16 tonnes finisher feed',
      'get me 16 t of finisher',
      'place an order for 16 tons of finisher feed',
      'order 16,000 kg of finisher',
      'we need to order 16 tons finisher please',
    ],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 8000,
      feedType: 'grower',
      supplierId: 'contact_1',
      dueDate: '2026-11-24',
    },
    questions: [
      'order 8 tons of grower from Yossi Cohen for Tuesday',
      'order 8 tonnes grower feed from Yossi for Tuesday',
      'order 8t grower from Yossi by Tuesday',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 1240, category: 'vet' },
    questions: [
      'add an expense of 1,240 for vet',
      'log 1240 for the vet',
      'spent 1240 on vet',
      'record expense 1240 vet',
      'we paid 1240 to the vet',
      'vet expense 1240',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 350, category: 'fuel', date: '2026-11-20' },
    questions: [
      'log 350 for diesel yesterday',
      'add expense 350 on fuel yesterday',
      'I spent 350 on diesel yesterday',
      'paid 350 for fuel yesterday',
    ],
  },
  {
    action: 'create_contact',
    fields: { name: 'Dan Bar', kind: 'electrician', phone: '050-1234567' },
    questions: [
      'add contact Dan Bar electrician 050-1234567',
      'add electrician Dan Bar, phone 050-1234567',
      'save Dan Bar electrician number 050-1234567',
      'new contact: Dan Bar, electrician, 050-1234567',
    ],
  },
  {
    action: 'create_barn',
    fields: { name: 'North', capacity: 18000 },
    questions: [
      'add a barn North for 18000 birds',
      'create a new house called North for 18,000 birds',
      'add shed North, capacity 18000',
      'new barn North with room for 18000 birds',
    ],
  },
  {
    action: 'create_flock',
    fields: { chicksReceived: 20000, barnId: 'barn_3', placementDate: '2026-11-24' },
    questions: [
      'place 20,000 chicks in barn 3 on Tuesday',
      'place a flock of 20000 in house 3 on Tuesday',
      'placing 20000 day-olds in shed 3 on Tuesday',
      'create a flock of 20000 chicks in barn 3 for Tuesday',
    ],
  },
  {
    action: 'create_alert',
    fields: {
      title: 'fan 3 is broken',
      category: 'equipment',
      severity: 'critical',
      barnId: 'barn_1',
    },
    questions: [
      'raise a critical alert in barn 1: fan 3 is broken',
      'create a critical alert for house 1: fan 3 is broken',
      'critical alarm in shed 1: fan 3 is broken',
      'open critical alert barn 1: fan 3 is broken',
    ],
  },
  {
    action: 'create_medicine',
    fields: { name: 'Amoxicillin', quantity: 10, unit: 'bottles' },
    questions: [
      'add medicine Amoxicillin 10 bottles',
      'add 10 bottles of Amoxicillin to the medicine store',
      'new medicine Amoxicillin, 10 bottles',
      'put 10 bottles of Amoxicillin in stock',
    ],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 14200, feedType: 'grower' },
    questions: [
      'record a delivery of 14.2 tons of grower',
      'log feed delivery of 14,200 kg grower',
      'got 14.2 tonnes of grower delivered',
      'received 14200 kg of grower feed',
      '14.2 tons of grower arrived',
    ],
  },
  {
    action: 'set_farm_location',
    fields: { latitude: 32.36, longitude: 34.91 },
    questions: [
      'set farm location to 32.36, 34.91',
      'the farm is at 32.36 34.91',
      'set the location of the farm to 32.36 34.91',
      'farm location 32.36, 34.91',
    ],
  },
  {
    action: 'set_barn_location',
    fields: { barnId: 'barn_1', latitude: 32.36, longitude: 34.91 },
    questions: [
      'set location of barn 1 to 32.36, 34.91',
      'house 1 is at 32.36 34.91',
      'set barn 1 location to 32.36 34.91',
      'location of shed 1: 32.36 34.91',
    ],
  },
  {
    action: 'navigate',
    fields: { path: '/tasks' },
    questions: [
      'go to tasks',
      'open the tasks screen',
      'take me to the task list',
      'show me the tasks page',
      'open tasks',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'fix the fan', assignee: 'user_1' },
    questions: [
      'get Somchai to fix the fan',
      'create task for somchai fix the fan',
      'please assign a task to Somchai: fix the fan',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'clean the silo', dueDate: '2026-11-23' },
    questions: ['add a task for Monday: clean the silo', 'create task clean the silo on Monday'],
  },
  {
    action: 'create_expense',
    fields: { amount: 500, category: 'gas' },
    questions: ['add 500 gas expense', 'expense 500 for gas', 'i paid 500 for gas'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 5000, feedType: 'starter' },
    questions: ['order 5 tonnes of starter', 'please order 5000kg starter feed'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 8000, feedType: 'finisher' },
    questions: [
      '8 tons finisher delivered',
      'we received 8 tonnes of finisher feed',
      'log delivery 8t finisher',
    ],
  },
  {
    action: 'create_contact',
    fields: { name: 'Peter Smith', kind: 'driver', phone: '+27 82 555 1234' },
    questions: [
      'add driver Peter Smith +27 82 555 1234',
      'save contact Peter Smith, driver, +27 82 555 1234',
    ],
  },
  {
    action: 'navigate',
    fields: { path: '/alerts' },
    questions: ['take me to alerts', 'open alerts page'],
  },
  {
    action: 'complete_task',
    fields: { title: 'Order gas' },
    questions: ['mark task Order gas done', 'Order gas task is done', 'finish the job Order gas'],
  },
  {
    action: 'create_task',
    fields: { title: 'call the electrician', assignee: 'user_1', dueDate: '2026-11-22' },
    questions: [
      'remind Somchai tomorrow to call the electrician',
      'create a task for Somchai tomorrow: call the electrician',
      'task for Somchai for tomorrow: call the electrician',
    ],
  },
  {
    action: 'create_alert',
    fields: { title: 'water leak', category: 'water', barnId: 'barn_2' },
    questions: ['raise an alert in barn 2: water leak', 'create alert for house 2: water leak'],
  },
  {
    action: 'create_expense',
    fields: { amount: 2400, category: 'electricity' },
    questions: [
      'record electricity bill 2400',
      'add expense 2400 electricity',
      'put 2400 for electricity',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 10000, feedType: 'grower', dueDate: '2026-11-25' },
    questions: ['order 10 tons grower for Wednesday', 'buy 10t of grower feed for Wednesday'],
  },
  {
    action: 'navigate',
    fields: { path: '/medicine' },
    questions: ['go to medicine store', 'open the medicines page'],
  },
  {
    action: 'create_task',
    fields: { title: 'check the generator' },
    questions: [
      'create a task to check the generator',
      'add task: check the generator',
      'new task check the generator',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 12000, feedType: 'grower' },
    questions: [
      'order 12 tons of grower feed',
      'get 12 tonnes of grower',
      'please order 12 t grower',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 780, category: 'maintenance' },
    questions: [
      'log 780 for repairs',
      'add an expense of 780 for maintenance',
      'spent 780 on repairs',
    ],
  },
  {
    action: 'create_flock',
    fields: { chicksReceived: 18000, barnId: 'barn_3', placementDate: '2026-12-01' },
    questions: [
      'place 18000 chicks in barn 3 on 1/12',
      'create a flock of 18,000 in house 3 on 1 December',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'clean the drinkers', assignee: 'user_1' },
    questions: [
      'ask Somchai to clean the drinkers',
      'new task for Somchai: clean the drinkers',
      'create a task for Somchai to clean the drinkers',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 900, category: 'labor' },
    questions: ['log expense 900 for wages', 'paid 900 for labour', 'add a 900 labor expense'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 15000, feedType: 'starter' },
    questions: [
      'log a delivery of 15 tons starter',
      'received 15 tonnes of starter',
      '15 tons of starter delivered',
    ],
  },
  {
    action: 'create_alert',
    fields: {
      title: 'water pressure low',
      category: 'water',
      severity: 'warning',
      barnId: 'barn_1',
    },
    questions: [
      'raise a warning alert in barn 1: water pressure low',
      'create warning alert for barn 1: water pressure low',
    ],
  },
  {
    action: 'navigate',
    fields: { path: '/flocks' },
    questions: ['go to flocks', 'open the flocks page'],
  },
];
