import type { Lexicon } from '../lexicon.ts';
import { verbs } from './verbs.ts';

const THE = '(el|la|los|las|un|una)';
const IN = `[(en|para|de|del|a|al)] [${THE}] {barnId}`;
const IN_FLOCK = `(en|para|de|del|al) [${THE}] {flockId}`;
const ON = '[(de|del|para|el|con fecha|con fecha de)] {date}';
const DUE = '[(para|el)] {dueDate}';
const SELF =
  '(recuerdame|recordame|recuerdanos|recordanos|recuerdeme|recuerdenos|haceme acordar|hazme acordar|avisame)';
const TO = '(para|a|al|con)';
const DEAD =
  '(muertos|muertas|muerto|muerta|muertes|muerte|bajas|baja|mortalidad|de mortalidad|de baja|muertitos|pollos muertos|aves muertas|gallinas muertas|pollitos muertos|animales muertos|muertos de mortalidad)';
const DIED =
  '(murieron|se murieron|han muerto|se han muerto|hubo|hay|tuvimos|salieron|saqué|sacamos)';
const FEED =
  '(alimento|pienso|balanceado|concentrado|comida|purina|ración|alimento balanceado|consumo)';
const EGGS = '{eggs} [(recogidos|puestos|de producción|de postura)]';
const WEIGHT =
  '[(un|el)] peso [(promedio|medio|vivo)] [(de|es|es de|fue de|en)] {avgWeightGr} [(por ave|por pollo|de promedio|promedio)]';
const CULLED =
  '(descartes|descarte|descartados|descartadas|descartada|decomisos|eliminados|eliminadas|aves descartadas|pollos descartados|de descarte)';
const COST_OF = '(en|de|por|para|del|al|a)';
const EXPENSE = '[un] (gasto|pago|egreso)';
const BARN = '[(un|una|el|la)] [(nuevo|nueva)] (galpón|nave|caseta|galera|gallinero)';
const FLOCK = '[(un|una|el|la)] [(nuevo|nueva)] (lote|parvada|camada|crianza)';
const CONTACT = '[(un|el|al|a)] [nuevo] contacto';
const MEDICINE =
  '[(el|la|un|una)] [(nuevo|nueva)] (medicamento|medicina|remedio|fármaco|producto|vacuna|antibiótico)';
const STORE = '[(al|en el|a la|en la) (botiquín|inventario|almacén|farmacia|bodega|stock)]';
const DELIVERY = '[(una|la)] (entrega|llegada|recepción|descarga)';
const LOCATION = '[(la|las)] (ubicación|posición|coordenadas|localización)';
const AT = '[(en|a|como|es|:)]';

/** Figures of the day: what is noted, then where and when in either order. */
function noted(what: string): readonly string[] {
  return [
    `${verbs.note} [que] [(hoy|en total)] ${what} [${IN}] [${ON}]`,
    `${verbs.note} [que] ${what} ${ON} ${IN}`,
    `${verbs.note} [que] ${what} ${IN_FLOCK} [${ON}]`,
    `${verbs.note} (en|para|a|al) [${THE}] {barnId} [${ON}] ${what}`,
    `${verbs.note} {barnId} ${what} [${ON}]`,
    `(en|para) [${THE}] {barnId} ${verbs.note} ${what} [${ON}]`,
    `${verbs.note} ${ON} ${what} ${IN}`,
    `${ON} ${verbs.note} ${what} ${IN}`,
  ];
}

/** The sentences that are orders in Spanish. */
export const actions: Lexicon['actions'] = {
  create_task: [
    ...[verbs.make, 'nueva', 'nueva tarea'].flatMap((verb) => {
      const task =
        verb === 'nueva tarea' ? verb : `${verb} [(una|la|otra)] [nueva] [{priority}] tarea`;
      return [
        `${task} [{priority}] ${TO} {assignee} [${IN}] [${DUE}] [(que|:|de)] {title}`,
        `${task} [{priority}] ${TO} {assignee} [${DUE}] [${IN}] [(que|:|de)] {title}`,
        `${task} [{priority}] [(en|para)] [${THE}] {barnId} [${DUE}] [(que|:|de)] {title}`,
        `${task} [{priority}] ${DUE} [(que|:|de)] {title}`,
        `${task} [{priority}] [(que|de|llamada|para)] {title}`,
      ];
    }),
    `${SELF} [${DUE}] [(que|de)] [(tengo que|tenemos que|hay que)] {title}`,
    `${SELF} [(que|de)] [(tengo que|tenemos que|hay que)] {title} ${DUE}`,
    `${verbs.remind} a {assignee} [${DUE}] [(que|de)] [tiene que] {title}`,
    `${verbs.remind} a {assignee} (que|de) [tiene que] {title} ${DUE}`,
    `${verbs.make} a {assignee} [(una|la)] [nueva] [{priority}] tarea [{priority}] [${IN}] [${DUE}] [(de|que)] {title}`,
  ],
  complete_task: [
    `${verbs.finish} [como (hecha|terminada|completada|lista)] [la] tarea [de] {title}`,
    `${verbs.mark} [la] tarea [de] {title} (como|por) (hecha|terminada|completada|lista|cumplida|finalizada)`,
    `tarea {title} (hecha|terminada|completada|lista|cumplida|finalizada)`,
    `${verbs.mark} (como|por) (hecha|terminada|completada|lista|cumplida|finalizada) [la] tarea [de] {title}`,
  ],
  create_order: [
    `${verbs.order} [un pedido de] [(otras|otros|unas|unos)] {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [(a|al proveedor|con) {supplierId}] [${DUE}]`,
    `${verbs.order} [un pedido de] {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] ${DUE} [(a|al proveedor|con) {supplierId}]`,
    `${verbs.order} (a|al proveedor) {supplierId} {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [${DUE}]`,
    `${verbs.order} [${FEED}] [(de|para)] [{feedType}]: {quantityKg} [(a|al proveedor|con) {supplierId}] [${DUE}]`,
    `${verbs.make} un pedido de {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [(a|al proveedor|con) {supplierId}] [${DUE}]`,
  ],
  create_expense: [
    `${verbs.note} ${EXPENSE} [de] {amount} ${COST_OF} [${THE}] {category} [${IN}] [${ON}]`,
    `${verbs.note} ${EXPENSE} ${COST_OF} [${THE}] {category} [(de|por|:)] {amount} [${IN}] [${ON}]`,
    `${verbs.note} ${EXPENSE} {category} [(de|por|:)] {amount} [${ON}]`,
    `${verbs.note} ${EXPENSE} [de] {amount}: {category} [${ON}]`,
    `${verbs.note} ${EXPENSE} ${ON} [de] {amount} ${COST_OF} [${THE}] {category}`,
    `${verbs.note} {amount} [de gasto] ${COST_OF} [${THE}] {category} [${ON}]`,
    `${verbs.note} que (gastamos|gasté|pagamos|pagué|se pagaron|se gastaron) {amount} ${COST_OF} [${THE}] {category} [${ON}]`,
    `${verbs.note} que ${ON} (gastamos|gasté|pagamos|pagué|se pagaron|se gastaron) {amount} ${COST_OF} [${THE}] {category}`,
  ],
  create_contact: [
    `${verbs.keep} ${CONTACT} [(de|a)] {name} [(como|es|es el|,)] {kind} [con] [(teléfono|tel|número|cel|celular|móvil)] {phone}`,
    `${verbs.keep} ${CONTACT} [del] {kind} {name} [con] [(teléfono|tel|número|cel|celular|móvil)] {phone}`,
    `${verbs.keep} ${CONTACT} [(de|a)] {name} [con] [(teléfono|tel|número|cel|celular|móvil)] {phone}`,
    `${verbs.keep} ${CONTACT} [(de|a)] {name} [(como|es)] {kind}`,
    `${verbs.keep} ${CONTACT} [(de|a|llamado|llamada)] {name}`,
    `${verbs.keep} a {name} (como|en) contactos`,
    `${verbs.keep} a {name} como {kind} [con] [(teléfono|tel|número|cel|celular|móvil)] {phone}`,
    `${verbs.keep} el (teléfono|número|celular) de {name}: {phone}`,
  ],
  create_barn: [
    ...[verbs.make, `${verbs.give} de alta`].flatMap((verb) => [
      `${verb} ${BARN} [(llamado|llamada|de nombre|que se llama)] {name} [con] (para|de|capacidad para|capacidad de|capacidad) {capacity} [(aves|pollos|gallinas)]`,
      `${verb} ${BARN} (llamado|llamada|de nombre|que se llama) {name}`,
      `${verb} ${BARN} {name}`,
    ]),
  ],
  create_flock: [
    `${verbs.place} ${FLOCK} [nuevo] (de|con) {chicksReceived} [(de|raza|línea)] [{breed}] (en|para) [${THE}] {barnId} [(el|para|con fecha)] {placementDate}`,
    `${verbs.place} {chicksReceived} [(de|raza|línea)] [{breed}] (en|para) [${THE}] {barnId} [(el|para|con fecha)] {placementDate}`,
    `${verbs.place} ${FLOCK} [nuevo] (en|para) [${THE}] {barnId} (de|con) {chicksReceived} [(de|raza|línea)] [{breed}] [(el|para|con fecha)] {placementDate}`,
    `${verbs.place} ${FLOCK} [nuevo] (en|para) [${THE}] {barnId} [(el|para|con fecha)] {placementDate}`,
  ],
  log_daily: [
    ...noted(`{mortality} ${DEAD}`),
    ...noted(`(mortalidad|bajas|muertos|muertas|mortandad) [(de|:)] {mortality}`),
    `${verbs.note} que ${DIED} {mortality} [${DEAD}] [${IN}] [${ON}]`,
    `${verbs.note} que ${ON} ${DIED} {mortality} [${DEAD}] ${IN}`,
    `${verbs.note} que ${ON} ${IN} ${DIED} {mortality} [${DEAD}]`,
    `${verbs.note} que ${IN} ${DIED} {mortality} [${DEAD}] [${ON}]`,
    ...noted(`{culls} ${CULLED}`),
    ...noted(`{feedKg} de ${FEED}`),
    ...noted(`[un] consumo [de] [${FEED}] [(de|:)] {feedKg} [de ${FEED}]`),
    ...noted(`${FEED} {feedKg}`),
    ...noted('{waterL} de agua'),
    ...noted('[un] consumo de agua [(de|:)] {waterL}'),
    ...noted('agua {waterL}'),
    ...noted('{eggsBroken} (rotos|quebrados|huevos rotos|huevos quebrados|cascados)'),
    ...noted(EGGS),
    ...noted('{eggs} [(y|,|con)] {eggsBroken} [huevos] (rotos|quebrados|cascados)'),
    ...noted(WEIGHT),
    ...noted('{avgWeightGr} (de peso|de peso promedio|de peso medio|por ave|por pollo)'),
    ...noted(`{mortality} ${DEAD} [(y|,|con)] {feedKg} de ${FEED} [[(y|,|con)] {waterL} de agua]`),
  ],
  create_alert: [
    `${verbs.raise} (una|la|un) {severity} [(en|para|de|del|al)] [${THE}] {barnId} [(por|de|que|:)] {title}`,
    ...['alerta', 'alarma', 'aviso'].flatMap((alert) => [
      `${verbs.raise} [(una|la|un)] [nueva] [{severity}] ${alert} [{severity}] [(en|para|de|del|al)] [${THE}] {barnId} [(por|de|que|:)] {title}`,
      `${verbs.raise} [(una|la|un)] [nueva] [{severity}] ${alert} [{severity}] [(por|de|que|:)] {title}`,
    ]),
  ],
  create_medicine: [
    `${verbs.keep} ${MEDICINE} {name} [,] [(con|cantidad)] {quantity} {unit} ${STORE}`,
    `${verbs.keep} {quantity} {unit} de {name} (al|en el|a la|en la) (botiquín|inventario de medicinas|inventario de medicamentos|almacén de medicinas|farmacia)`,
    `${verbs.keep} ${MEDICINE} {name} ${STORE}`,
  ],
  create_feed_delivery: [
    `${verbs.note} ${DELIVERY} de {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [(de|por parte de|del proveedor) {supplierId}] [${ON}]`,
    `${verbs.note} ${DELIVERY} de [${FEED}] [de] [{feedType}] [(de|:)] {quantityKg} [(de|por parte de|del proveedor) {supplierId}] [${ON}]`,
    `${verbs.note} que (llegaron|llegó|llegaron hoy|entregaron|recibimos|entraron|trajeron|descargaron) {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [(de|por parte de|del proveedor) {supplierId}] [${ON}]`,
    `${verbs.note} que ${ON} (llegaron|llegó|entregaron|recibimos|entraron|trajeron|descargaron) {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] [(de|por parte de|del proveedor) {supplierId}]`,
    `${verbs.note} {quantityKg} [de] [${FEED}] [(de|para)] [{feedType}] (recibidos|recibidas|entregados|entregadas|que llegaron) [(de|por) {supplierId}] [${ON}]`,
  ],
  set_farm_location: [
    `${verbs.set} ${LOCATION} de [(la|mi|nuestra|esta)] (granja|finca) ${AT} {latitude} [y] {longitude}`,
    `${verbs.set} [(la|mi|nuestra|esta)] (granja|finca) (en|a) [las coordenadas] {latitude} [y] {longitude}`,
    `(la|mi) (ubicación|granja) de la granja es {latitude} [y] {longitude}`,
  ],
  set_barn_location: [
    `${verbs.set} ${LOCATION} (del|de) [${THE}] {barnId} ${AT} {latitude} [y] {longitude}`,
    `${verbs.set} [(el|la)] {barnId} (en|a) [las coordenadas] {latitude} [y] {longitude}`,
  ],
  navigate: [
    `${verbs.lead} [(a|al|en|hacia)] [(la|el)] [(pantalla|página|sección|apartado|lista|listado|menú|pestaña)] [de] [(los|las|el|la|mis)] {path}`,
    '(ver|ir a) la (pantalla|página|sección|lista) [de] [(los|las|el|la|mis)] {path}',
  ],
};
