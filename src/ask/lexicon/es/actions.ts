import type { Lexicon } from '../lexicon.ts';

/** The sentences that are orders in Spanish. */
export const actions: Lexicon['actions'] = {
  create_task: [
    '(crea|crear|agrega|agregar|añade|haz) [una] [nueva] tarea [{priority}] para {assignee} [en {barnId}] [{dueDate}]: {title}',
    '(crea|crear|agrega|agregar|añade|haz) [una] [nueva] tarea [{priority}] [en {barnId}] [{dueDate}]: {title}',
    '(recuérdale|recordar) a {assignee} [{dueDate}] que {title}',
  ],
  complete_task: [
    '(completa|termina|cierra) la tarea {title}',
    'marca la tarea {title} como (hecha|terminada|completada)',
  ],
  create_order: [
    '(pide|pedir|ordena|encarga) {quantityKg} [de] [alimento] [(de|para)] [{feedType}] [a {supplierId}] [para [el] {dueDate}]',
  ],
  create_expense: [
    '(registra|registrar|agrega|agregar|anota) [un] gasto [de] {amount} (de|en|por|para) {category} [{date}]',
    '(registra|registrar|agrega|agregar|anota) [un] gasto (de|en) {category} [de|por] {amount} [{date}]',
  ],
  create_contact: [
    '(agrega|agregar|crea|añade) [un] [el] contacto {name} [{kind}] [(teléfono|tel)] {phone}',
    '(agrega|agregar|crea|añade) [un] [el] contacto {name}',
  ],
  create_barn: [
    '(agrega|agregar|crea|añade) [un] galpón {name} para {capacity} [aves]',
    '(agrega|agregar|crea|añade) [un] galpón llamado {name}',
  ],
  create_flock: [
    '(crea|agrega|ingresa|aloja) [un] lote de {chicksReceived} [{breed}] en {barnId} [el] {placementDate}',
    '(crea|agrega|ingresa|aloja) [un] lote en {barnId} [el] {placementDate}',
  ],
  log_daily: [
    '(registra|registrar|anota|apunta) {mortality} (muertos|muertas|muertes|bajas|pollos muertos|aves muertas) [en [el] {barnId}] [{date}]',
    '(registra|registrar|anota|apunta) {feedKg} de alimento [en [el] {barnId}] [{date}]',
    '(registra|registrar|anota|apunta) {waterL} de agua [en [el] {barnId}] [{date}]',
    '(registra|registrar|anota|apunta) {eggs} [en [el] {barnId}] [{date}]',
    '(registra|registrar|anota|apunta) [un] peso de {avgWeightGr} [en [el] {barnId}] [{date}]',
  ],
  create_alert: [
    '(crea|crear|levanta) [una] alerta [{severity}] [(en|para) [el] {barnId}]: {title}',
  ],
  create_medicine: [
    '(agrega|agregar|crea|añade) [el] medicamento {name} {quantity} {unit}',
    '(agrega|agregar|crea|añade) [el] medicamento {name}',
  ],
  create_feed_delivery: [
    '(registra|registrar|anota) [una] entrega de {quantityKg} [de] [alimento] [(de|para)] [{feedType}] [de {supplierId}] [{date}]',
  ],
  set_farm_location: ['(fija|pon|establece) la ubicación de la granja en {latitude} {longitude}'],
  set_barn_location: [
    '(fija|pon|establece) la ubicación (del|de) {barnId} en {latitude} {longitude}',
  ],
  navigate: ['(abre|ve a|ir a|llévame a) [la pantalla de] [(los|las|el|la)] {path}'],
};
