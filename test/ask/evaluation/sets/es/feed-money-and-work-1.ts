import type { AskedIntent } from '../../question-set.ts';

/** What is asked in Spanish about feed, air, money and work. */
export const feedMoneyAndWork1: readonly AskedIntent[] = [
  {
    intent: 'feedEaten',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'cuánto alimento comieron hoy',
      'consumo de pienso de hoy',
      'cuanto balanceado se comieron hoy',
      'cuanto concentrado consumieron hoy las aves',
      'cuantos kilos de alimento gastaron hoy',
    ],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'cuanto comieron ayer en la nave 1',
      'consumo de alimento de ayer en el galpón 1',
      'cuánto alimento se gastó ayer en el galpon 1',
    ],
  },
  {
    intent: 'feedPerBird',
    questions: [
      'cuánto alimento por ave',
      'consumo por ave',
      'cuantos gramos de pienso por pollo',
      'gramos por ave y dia',
    ],
  },
  {
    intent: 'feedConversion',
    questions: [
      'conversión alimenticia',
      'que conversion llevamos',
      'a cuanto va el ICA',
      'cual es la CA del lote',
      'índice de conversión',
    ],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      '¿Cuándo se acaba el alimento?',
      '¿para cuántos días alcanza el alimento?',
      'cuantos dias de pienso quedan',
      'hasta cuando aguanta el balanceado',
      'para cuanto tiempo hay concentrado',
      'nos queda comida para cuantos dias',
    ],
  },
  {
    intent: 'feedStock',
    questions: [
      'cuanto alimento queda',
      'cuánto pienso hay en el silo',
      'cuantas toneladas de balanceado nos quedan',
      'existencias de concentrado',
      'que hay en los silos',
    ],
  },
  {
    intent: 'feedStock',
    barns: ['barn_1'],
    questions: ['cuanto alimento queda en el galpon 1', 'cuanto pienso tiene el silo de la nave 1'],
  },
  {
    intent: 'feedOrders',
    questions: [
      'que pedidos de alimento hay',
      'hay pienso pedido?',
      'pedidos de balanceado pendientes',
      'tenemos alimento encargado',
    ],
  },
  {
    intent: 'deliveriesExpected',
    questions: [
      'qué entregas están en camino',
      'cuando llega el camión de pienso',
      'cuándo viene el alimento',
      'que despachos estamos esperando',
    ],
  },
  {
    intent: 'deliveriesExpected',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['llega hoy el balanceado?'],
  },
  {
    intent: 'waterUsed',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'cuánta agua tomaron hoy',
      'consumo de agua hoy',
      'cuantos litros bebieron hoy',
      'cuanta agua consumieron hoy las aves',
    ],
  },
  {
    intent: 'waterUsed',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanta agua bebieron ayer en el galpon 1', 'agua de ayer nave 1'],
  },
  {
    intent: 'waterFeedRatio',
    questions: [
      'relación agua alimento',
      'relación agua pienso',
      'cuántos litros de agua por kilo de alimento',
      'proporción de agua y balanceado',
    ],
  },
  {
    intent: 'temperature',
    barns: ['barn_2'],
    questions: [
      '¿Cuál es la temperatura en el galpón 2?',
      'temperatura del galpón 2',
      'que temperatura hay en la nave 2',
      'a cuántos grados está la caseta 2',
      'cuantos grados hay en el galpon 2',
      'hace calor en la nave 2?',
    ],
  },
  {
    intent: 'temperature',
    aggregation: 'highest',
    questions: ['que nave esta mas caliente', 'cual galpon tiene la temperatura mas alta'],
  },
  {
    intent: 'temperature',
    period: ['2026-11-20', '2026-11-21'],
    slots: { span: 'night' },
    questions: [
      'que temperatura hubo anoche',
      'temperatura de anoche',
      'a cuanto bajó la temperatura anoche',
    ],
  },
  {
    intent: 'humidity',
    questions: [
      'qué humedad hay',
      'cual es la humedad ahora',
      'humedad relativa',
      'como esta la humedad en los galpones',
    ],
  },
  {
    intent: 'ammonia',
    questions: [
      'cómo está el amoníaco',
      'nivel de amoniaco',
      'cuánto NH3 hay',
      'hay mucho amoniaco en las naves?',
    ],
  },
  {
    intent: 'co2',
    questions: [
      'cuánto co2 hay',
      'nivel de CO2',
      'dióxido de carbono en las naves',
      'cómo está el co2',
    ],
  },
  {
    intent: 'co2',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    slots: { span: 'night' },
    questions: ['co2 anoche en el galpón 1', 'como estuvo el co2 anoche en la nave 1'],
  },
  {
    intent: 'heatStress',
    questions: [
      'hay estrés por calor?',
      'los pollos tienen estres calorico',
      'riesgo de golpe de calor',
      'están jadeando las aves?',
    ],
  },
  {
    intent: 'weather',
    questions: [
      'cómo está el clima',
      'qué tiempo hace afuera',
      'pronóstico del tiempo',
      'cuantos grados hace afuera',
    ],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: { category: 'feed' },
    questions: [
      '¿Cuánto gastamos en alimento el mes pasado?',
      'gasto de pienso del mes pasado',
      'cuanto se gastó en balanceado el mes pasado',
      'cuanta plata se fue en concentrado el mes pasado',
    ],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'cuanto dinero se gastó este mes',
      'cuanto llevamos gastado este mes',
      'gastos de este mes',
      'total de gastos del mes',
    ],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'gas' },
    questions: ['cuánto gastamos en gas', 'cuanto se va en gas', 'gasto en gas'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'vet' },
    questions: ['cuánto hemos pagado al veterinario', 'gasto veterinario'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'labor' },
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'cuanto pagamos de jornales este mes',
      'cuanto se gasto en mano de obra este mes',
      'sueldos de este mes',
    ],
  },
  {
    intent: 'revenue',
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'cuáles son los ingresos por ventas este mes',
      'cuanto vendimos este mes',
      'cuanto facturamos este mes',
      'qué plata entró este mes',
    ],
  },
  {
    intent: 'netMoney',
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'cuál es el flujo neto este mes',
      'balance del mes',
      'cuanto quedó limpio este mes',
      'flujo de caja de este mes',
    ],
  },
  {
    intent: 'flockProfit',
    questions: [
      'cuál es la utilidad del lote',
      'cuanto estamos ganando con este lote',
      'rentabilidad del lote',
      'ganamos o perdemos con el lote',
      'margen del lote',
    ],
  },
  {
    intent: 'costPerKg',
    questions: [
      'cuál es el costo por kilo',
      'cuánto me cuesta producir un kilo',
      'coste por kg producido',
      'a como me sale el kilo de pollo',
    ],
  },
];
