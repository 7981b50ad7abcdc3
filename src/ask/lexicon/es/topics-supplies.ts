import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { phrasesOf } from '../phrases-of.ts';

const FEEDS = [
  'alimento',
  'pienso',
  'concentrado',
  'balanceado',
  'comida',
  'purina',
  'ración',
  'alimento balanceado',
  'iniciador',
  'finalizador',
  'preiniciador',
] as const;
const MEDICINES = [
  'medicamento',
  'medicina',
  'remedio',
  'fármaco',
  'producto veterinario',
  'producto del botiquín',
  'vitamina',
] as const;
/** "hay alimento", "alimento tenemos" */
const HAD = ['hay', 'tenemos', 'tengo', 'me queda', 'nos queda'] as const;

function had(things: readonly Phrase[]): readonly Phrase[] {
  return things.flatMap((thing) =>
    HAD.flatMap((has) => [`${thing} ${has}`, `${has} ${thing}`, `${has} de ${thing}`]),
  );
}

const FEED_AT_HAND = had(FEEDS);
/** "tenemos alimento para" asks how long it lasts. */
export const FEED_FOR = FEEDS.flatMap((thing) => HAD.map((has) => `${has} ${thing} para`));
/** "alimento se gastó" is eaten, "se gastó en alimento" is money. */
const FEED_USED = FEEDS.flatMap((thing) =>
  [
    'gastó',
    'gasta',
    'ha gastado',
    'se ha gastado',
    'hemos gastado',
    'lleva gastado',
    'se gastó',
    'se usó',
    'gastamos',
    'gastaron',
    'gastan',
    'usamos',
    'se fue',
    'se va',
  ].map((used) => `${thing} ${used}`),
);
const WATER_FEED = FEEDS.flatMap((thing) => [
  `agua ${thing}`,
  `agua/${thing}`,
  `agua y ${thing}`,
  `agua vs ${thing}`,
  `litros por kilo de ${thing}`,
]);
const PER_BIRD_AND_DAY = ['ave', 'pollo', 'gallina', 'animal', 'cabeza'].flatMap((bird) => [
  `gramos por ${bird}`,
  `gramos por ${bird} y día`,
  `gramos por ${bird} al día`,
  `gramos por ${bird} por día`,
  `gr por ${bird}`,
  `g por ${bird}`,
  `g/${bird}`,
  `gr/${bird}/día`,
  `g/${bird}/día`,
  `consumo por ${bird}`,
]);
const EAT = [
  'comieron',
  'comen',
  'come',
  'comió',
  'comiendo',
  'comido',
  'comer',
  'tragaron',
  'tragan',
  'ingesta',
  'consumo',
  'consumo diario',
] as const;
const DRINK = [
  'bebieron',
  'bebió',
  'beben',
  'bebe',
  'bebiendo',
  'bebido',
  'tomaron',
  'tomó',
  'toman',
  'tomado',
  'toma',
  'tomando',
] as const;
const SILOS = ['silo', 'tolva', 'en el silo', 'en los silos'] as const;

/** How feed, water, air and medicine are spoken of in Spanish. */
export const supplyTopics = {
  feed: [
    'comida de las aves',
    'comida de los pollos',
    'morfi',
    'maíz',
    'mezcla',
    'raciones',
    'alimentos',
    'alim',
    'pellet',
    'migaja',
    ...FEEDS,
    ...FEED_AT_HAND,
    ...FEED_FOR,
    ...FEED_USED,
    ...EAT,
    ...WATER_FEED,
    ...SILOS,
    ...PER_BIRD_AND_DAY,
    'camión de alimento',
    'camión de pienso',
  ],
  eaten: [
    ...EAT,
    ...DRINK,
    ...FEED_USED,
    ...phrasesOf(`
    se consumió, se consumieron, hemos consumido,
    tragado, gasta, gastó la nave, gastó el galpón, gastó la caseta, consumos, consumidos,
    consumidas,
    consumo total,
    consumido, consumida, consumieron, consumió, consumen, consume, consumiendo, consumir,
    gastaron, gastan, gastando, usaron, usó, usan, usamos, se gastó de, gastamos de,
    se les dio de comer, diario de, se fueron, se acabaron`),
  ],
  per_bird: [
    ...PER_BIRD_AND_DAY,
    ...phrasesOf(`
    por ave, por pollo, por cabeza, por gallina, por animal, por ave y día, por ave al día,
    por ave por día, por ave día, por ave/día, cada ave, cada pollo, cada gallina, cada animal,
    un pollo, una gallina`),
  ],
  conversion: phrasesOf(`
    conversión, conversión alimenticia, conversión alimentaria, conversión de alimento,
    conversión del alimento, convirtiendo, convierten, fcr, índice de conversión,
    índice de transformación, índice de conversión alimenticia, ica, ca, fca, i.c.,
    kilos de alimento por kilo, alimento por kilo de carne`),
  left: [
    ...FEED_FOR,
    ...phrasesOf(`
    se me acaba, se me termina, se nos agota,
    cuánto nos dura, cuánto dura, cuánto me dura, cuánto durará, cuánto va a durar,
    cuánto nos aguanta, cuánto aguanta, cuánto nos alcanza, cuánto alcanza, nos dura, quedaría,
    quedarán, nos quedamos sin, me quedo sin, quedamos sin, quedarnos sin, sin comida,
    se va a agotar, se agotan, se acabe, se acaben, agota, restantes, nos quedan, me quedan,
    resto de, se termine, da para, da para cuántos días,
    autonomía,
    queda, quedan, quedó, quedaron, quedará, quedando, restante, resta, restan, sobra, sobró,
    sobran, sobrante, alcanza, alcanzará, alcanzan, aguanta, aguantará, aguantamos, dura, durará,
    rinde, hasta cuándo llega, hasta cuándo nos llega, llega para, se acaba, se acabará,
    se nos acaba, acaba, acabe, se agota, se agotará, se termina, se nos termina, se va a acabar,
    se va a terminar, va a durar, días de, cuántos días de, cuántos días, días hay, días tenemos,
    para cuántos días, para cuántos días hay, para cuánto tiempo, para cuánto tiempo hay,
    para cuánto hay, para cuánto tenemos, hasta cuándo tenemos, hasta cuándo hay, disponible,
    disponibles, me falta, nos falta, les falta, le falta`),
  ],
  order: phrasesOf(`
    pedidos hechos, pedidos en curso, se pidió, se pidieron, hemos pedido, han pedido, ordenamos,
    solicitado, solicitamos, solicitud, solicitudes, encargó, compras, compras en curso,
    pedido de compra, ya se pidió,
    pedido, pedida, pedimos, orden, ordenado, ordenada, órdenes, orden de compra,
    órdenes de compra, encargo, encargado, encargada, encargamos, encargué, pedí, compra,
    compras pendientes`),
  delivery: phrasesOf(`
    faltan por llegar, falta por llegar, faltan llegar, falta llegar,
    llegando, por venir, que vienen, próximas llegadas, reparten, mercancía, mercadería,
    entregar, nos mandan, van a traer, va a llegar, van a llegar, va a venir, recepciones,
    suministro, entregas pendientes, camiones, envían, viene en camino, vienen en camino,
    pedido en camino, pedidos en camino, está por llegar, están por llegar, esperan, se espera,
    se esperan,
    entrega, en camino, llega, llegan, llegará, llegarán, llegue, viene, vienen, por llegar,
    por recibir, que llegar, despacho, envío, camión, reparto, esperamos recibir, esperando,
    esperamos, descarga, traen, trae, entregan, nos llega, nos entregan, nos traen, llegada,
    llegada de, viaje de, remisión, flete de`),
  water: [
    'aguita',
    'bebida',
    'consumo de agua',
    'medidor de agua',
    'contador de agua',
    'agua',
    ...DRINK,
    ...WATER_FEED,
  ],
  ratio: [
    ...WATER_FEED,
    ...phrasesOf(` agua por kilo,
    fracción, índice de agua, litros por kilo,
    relación, relación entre, porcentaje, porcentaje de, proporción, tasa, tasa de, por ciento,
    %, por kilo de alimento, por kilo de pienso, por kilo de balanceado, por kilo de concentrado,
    por kg de alimento, por kg de pienso, a que %, viabilidad, supervivencia, sobrevivencia,
    sobrevivieron`),
  ],
  temperature: phrasesOf(`
    calorcito, fríos, fría, frías, temperaturas, calientita, grados centígrados, centígrados,
    calentura, tibia, fresco, fresca, temperatura ambiente, temperatura interna, qué tan frío,
    qué tan fría, qué tan calientes,
    temperatura, temp, calor, frío, caliente, calientes, calurosa, qué tan caliente,
    cuánto calor, cuánto frío, hace calor, hace frío, grados, cuántos grados, a cuántos grados,
    termómetro, más caliente, más calientes, más calurosa, más frío, más fría, más calor,
    más frías`),
  humidity: phrasesOf(`
    humedo, húmedas, húmedos, humedad del aire, humedad ambiente, humedad interior, humedades,
    higrómetro,
    humedad, humedad relativa, húmedo, húmeda, más húmeda, más húmedo, hr, porcentaje de humedad`),
  ammonia: phrasesOf(`
    amoniacal, ppm, nivel de nh3, nh 3,
    amoníaco, amoniaco, amonio, nh3, ppm de amoníaco, olor a amoníaco, gas amoníaco`),
  co2: phrasesOf(`
    nivel de co2, carbono, gas co2,
    co2, co₂, co dos, c02, dióxido, dióxido de carbono, carbónico, gas carbónico,
    anhídrido carbónico, bióxido de carbono, ppm de co2`),
  heat_stress: phrasesOf(`
    tienen calor, tiene calor, sienten calor, con calor, tienen mucho calor, pasan calor,
    aguantan el calor, soportando calor,
    estrés, estrés de temperatura, golpe térmico, calor excesivo, mucho calor las aves,
    ahogándose, ahogan, ahogando, picos abiertos, boqueando, boquean, acaloradas, acalorados,
    horas de calor, estresadas, estresados, sufren por calor, sufren por el calor,
    sufriendo por el calor, sufriendo el calor, sintiendo calor, peligro de calor,
    calor peligroso, muriendo de calor,
    estrés por calor, estrés de calor, estrés calórico, estrés térmico, estresados por calor,
    estresadas por calor, golpe de calor, golpes de calor, jadeo, jadeando, ahogando de calor,
    sofocando, sofocadas, sofocados, sufriendo calor, sufriendo por calor, pasando calor,
    sufren calor, índice de calor, demasiado calor, asfixiando, agobiadas de calor,
    sensación térmica, ith`),
  weather: phrasesOf(`
    pronostico, nublado, sol, va a hacer, temperatura afuera, temperatura exterior,
    temperatura de afuera, clima afuera, clima de afuera, clima de hoy, va a haber tormenta,
    va a helar, parte meteorológico, lloviendo, lluvias, calor afuera, frío afuera, hace afuera,
    hay afuera, ahí afuera, temperatura de fuera, temperatura fuera,
    clima, tiempo afuera, tiempo hace, qué tiempo hace, qué tiempo hará, qué tiempo va a hacer,
    cómo está el tiempo, cómo estará el tiempo, tiempo para hoy, tiempo para mañana,
    tiempo de mañana, tiempo, pronóstico, pronóstico del tiempo, pronóstico del clima, previsión,
    previsión del tiempo, lluvia, llover, llueve, va a llover, lloverá, afuera,
    fuera de las naves, exterior, viento, meteorológico, va a hacer calor, va a hacer frío,
    tormenta, helada, ola de calor`),
  medicine: [
    ...MEDICINES,
    ...had(MEDICINES),
    ...phrasesOf(`
    producto, productos,
    vitaminas, vacunas, antibióticos, sanitarios, medicación, insumos veterinarios,
    productos veterinarios, jarabe, desparasitante, electrolitos,
    botiquín, farmacia, veterinarios, antibiótico, vacuna, droga, almacén de medicinas`),
  ],
  expiry: phrasesOf(`
    se vencen este, fecha de expiración, expirar, vencidas ya, vencimientos, por expirar,
    próximas a caducar, próximos a caducar, caduquen, caducando, venciendo, vencidito,
    pronto a vencer, cerca de vencer, cerca de caducar, cerca del vencimiento,
    vencer, vence, vencen, venció, vencieron, vencido, vencida, venza, venzan, vencerán,
    vencerse, se vence, se vencen, se venció, por vencer, por vencerse, próximo a vencer,
    próximos a vencer, próximas a vencer, caduca, caducan, caducar, caducó, caducado, caducada,
    por caducar, caducidad, vencimiento, fecha de caducidad, fecha de vencimiento, expira,
    expiran, expirado, expirados, a punto de caducar, a punto de vencer, pasado de fecha,
    pasada de fecha, pasados de fecha, pasadas de fecha`),
  low_stock: phrasesOf(`
    se va a acabar, se nos va a acabar, se acaba pronto, va a alcanzar, nos va a alcanzar,
    nos faltan por comprar, nos falta comprar, reposición, por reponer, que reponer,
    hay que pedir, comprar, stock crítico, en rojo, casi agotado, casi agotados, casi no hay,
    casi no queda, casi no quedan, poquito, poquita, poquitos, pocos, pocas, andan escasos,
    anda escaso, escasa, bajo de stock, se nos acaba, se nos acaban, se nos está acabando,
    se nos están acabando, acabándose, terminándose, agotándose, por debajo del stock mínimo,
    quedando sin, quedando pocos,
    poco stock, por acabarse, por terminarse, se están acabando, se está acabando,
    se están terminando, se está terminando, acabando, terminando, agotarse, por agotarse,
    agotando, agotado, agotada, stock bajo, bajo stock, bajo mínimo, bajo mínimos,
    bajo el mínimo, por debajo del mínimo, bajos de stock, bajas de stock, escasean, escaso,
    escasos, escasas, se acaban, se agotan, reponer, hay que reponer, hay que comprar,
    que comprar, tenemos poco, tenemos poca, tenemos pocos, queda poco, queda poca, quedan pocos,
    quedan pocas, poco, poca, falta comprar, por comprar, faltan por comprar, hacen falta,
    hace falta comprar, a punto de acabarse, a punto de terminarse, anda bajo, andan bajos,
    está bajo, están bajos, están bajas, en mínimos, stock mínimo`),
  stock: [
    ...SILOS,
    ...FEED_AT_HAND,
    ...had(MEDICINES),
    ...phrasesOf(`
    hay en stock, existencias, guardada, en bodega, en almacén, en depósito, almacenamos,
    inventariado, reservas, contamos con,
    stock, existencia, inventario, almacén, bodega, depósito, en existencia, almacenado,
    almacenada, guardado, reserva`),
  ],
} as const satisfies Readonly<Partial<Record<Topic, readonly Phrase[]>>>;
