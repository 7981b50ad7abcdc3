import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in Spanish. */
export const orders1: readonly AskedOrder[] = [
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'pesar 100 aves' },
    questions: [
      'Crea una tarea para Somchai: pesar 100 aves',
      'por favor crea una tarea para Somchai: pesar 100 aves',
      'créale una tarea a Somchai: pesar 100 aves',
      'ponle una tarea a Somchai: pesar 100 aves',
      'anotá una tarea para Somchai: pesar 100 aves',
      'dile a Somchai que tiene que pesar 100 aves',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'limpiar bebederos', barnId: 'barn_1' },
    questions: [
      'agrega una tarea en el galpón 1: limpiar bebederos',
      'nueva tarea en la nave 1: limpiar bebederos',
      'apunta una tarea para la nave 1: limpiar bebederos',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'revisar los ventiladores', assignee: 'user_1', dueDate: '2026-11-22' },
    questions: [
      'recuérdale a Somchai mañana que revisar los ventiladores',
      'crea una tarea para Somchai para mañana: revisar los ventiladores',
      'crear tarea a Somchai mañana: revisar los ventiladores',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'llamar al veterinario', priority: 'urgent' },
    questions: [
      'crea una tarea urgente: llamar al veterinario',
      'nueva tarea urgente: llamar al veterinario',
    ],
  },
  {
    action: 'complete_task',
    fields: { title: 'Clean nipples' },
    questions: [
      'completa la tarea Clean nipples',
      'marca la tarea Clean nipples como hecha',
      'da por terminada la tarea Clean nipples',
      'cerrá la tarea Clean nipples',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 16000, feedType: 'finisher' },
    questions: [
      'pide 16 toneladas de alimento de engorde',
      'pedir 16 toneladas de pienso finalizador',
      'encarga 16 t de balanceado terminador',
      'haz un pedido de 16 toneladas de finalizador',
      'pedime 16000 kilos de alimento terminador',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 2500, feedType: 'starter' },
    questions: ['pide 2,5 toneladas de iniciador', 'encargá 2.500 kg de alimento iniciador'],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 10000,
      feedType: 'grower',
      supplierId: 'contact_1',
      dueDate: '2026-11-26',
    },
    questions: [
      'pide 10 toneladas de crecimiento a Yossi Cohen para el jueves',
      'encargue 10 toneladas de alimento de crecimiento a Yossi para el jueves',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 1240, category: 'vet' },
    questions: [
      'registra un gasto de 1.240 en veterinario',
      'anota un gasto de 1240 pesos de veterinario',
      'apúntame 1240 de veterinario',
      'registrá un gasto veterinario de 1240',
      'cargá un gasto de $1.240 de veterinario',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 350, category: 'fuel', date: '2026-11-20' },
    questions: ['anota 350 de gasoil ayer', 'registra un gasto de 350 en combustible ayer'],
  },
  {
    action: 'create_contact',
    fields: { name: 'Pedro Gómez', kind: 'vet', phone: '600 123 456' },
    questions: [
      'agrega el contacto Pedro Gómez veterinario 600 123 456',
      'guarda el contacto Pedro Gómez, veterinario, teléfono 600 123 456',
      'añade un contacto: Pedro Gómez veterinario tel 600 123 456',
    ],
  },
  {
    action: 'create_contact',
    fields: { name: 'Pedro Gómez' },
    questions: ['crea un contacto Pedro Gómez'],
  },
  {
    action: 'create_barn',
    fields: { name: 'Norte', capacity: 20000 },
    questions: [
      'agrega un galpón Norte para 20.000 aves',
      'crea una nave llamada Norte para 20000 pollos',
      'añade la nave Norte con capacidad para 20.000 aves',
      'da de alta una nave Norte de 20.000 aves',
    ],
  },
  {
    action: 'create_flock',
    fields: {
      chicksReceived: 20000,
      breed: 'Ross 308',
      barnId: 'barn_3',
      placementDate: '2026-12-01',
    },
    questions: [
      'crea un lote de 20.000 Ross 308 en el galpón 3 el 1/12',
      'ingresa un lote de 20000 pollitos Ross 308 en la nave 3 el 1 de diciembre',
    ],
  },
  {
    action: 'create_flock',
    fields: { chicksReceived: 18000, barnId: 'barn_3', placementDate: '2026-11-22' },
    questions: [
      'aloja 18.000 pollitos en el galpón 3 mañana',
      'mete un lote de 18000 aves en la nave 3 mañana',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 12, barnId: 'barn_1' },
    questions: [
      'registra 12 muertos en el galpón 1',
      'apunta 12 muertas en el galpon 1',
      'anotá 12 bajas en el galpón 1',
      'anote doce muertos en la caseta 1',
      'apúntame 12 bajas en la nave 1',
      'registrame 12 muertas galpon 1',
      'en el galpón 1 anota 12 muertos',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 7, barnId: 'barn_2', date: '2026-11-20' },
    questions: [
      'anota 7 muertas en la nave 2 ayer',
      'registra siete bajas ayer en el galpón 2',
      'apunta que ayer murieron 7 en la nave 2',
    ],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 1600, barnId: 'barn_1' },
    questions: [
      'registra 1600 kilos de alimento en el galpón 1',
      'anota 1.600 kg de pienso en la nave 1',
      'apunta 1,6 toneladas de balanceado en el galpon 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { waterL: 2800, barnId: 'barn_1' },
    questions: [
      'registra 2800 litros de agua en el galpón 1',
      'anota 2.800 l de agua en la nave 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4500, barnId: 'barn_2' },
    questions: ['registra 4500 huevos en la nave 2', 'anota 4.500 huevos en el galpón 2'],
  },
  {
    action: 'log_daily',
    fields: { culls: 5, barnId: 'barn_1' },
    questions: ['registra 5 descartes en la nave 1', 'anota 5 descartadas en el galpón 1'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 1850, barnId: 'barn_1' },
    questions: [
      'registra un peso de 1850 gramos en el galpón 1',
      'anota peso promedio 1.850 g en la nave 1',
      'apunta un peso de 1,85 kg en la nave 1',
    ],
  },
  {
    action: 'create_alert',
    fields: {
      severity: 'critical',
      barnId: 'barn_1',
      title: 'ventilador roto',
      category: 'equipment',
    },
    questions: [
      'crea una alerta crítica en el galpón 1: ventilador roto',
      'levanta una alerta grave para la nave 1: ventilador roto',
    ],
  },
  {
    action: 'create_alert',
    fields: { title: 'fuga de agua', category: 'water' },
    questions: [
      'crea una alerta: fuga de agua',
      'lanza una alarma: fuga de agua',
      'pon una alerta: fuga de agua',
    ],
  },
  {
    action: 'create_medicine',
    fields: { name: 'Enrofloxacina', quantity: 10, unit: 'bottles' },
    questions: [
      'agrega el medicamento Enrofloxacina 10 frascos',
      'añade 10 frascos de Enrofloxacina al botiquín',
    ],
  },
  {
    action: 'create_medicine',
    fields: { name: 'Vitamina E' },
    questions: ['agrega la medicina Vitamina E', 'crea el medicamento Vitamina E'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 14200, feedType: 'grower' },
    questions: [
      'registra una entrega de 14.200 kg de alimento de crecimiento',
      'anota que llegaron 14,2 toneladas de crecimiento',
      'registra la llegada de 14200 kilos de crecimiento',
    ],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 8000, supplierId: 'contact_1', date: '2026-11-20' },
    questions: [
      'registra una entrega de 8 toneladas de Yossi Cohen ayer',
      'anota entrega de 8000 kg de alimento de Yossi Cohen ayer',
    ],
  },
];
