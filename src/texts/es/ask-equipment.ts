import type { askEquipment as english } from '../en/ask-equipment.ts';

export const askEquipment = {
  'ask.barns': '{count, plural, =0 {No hay galpones.} one {# galpón.} other {# galpones.}}',
  'ask.barn':
    '{name}: {state, select, occupied {con aves} other {sin aves}}{hasRoom, select, yes {, capacidad para {room}} other {}}.',
  'ask.flocks':
    '{count, plural, =0 {No hay lotes adentro.} one {# lote adentro.} other {# lotes adentro.}}',
  'ask.flock': '{name} en {barn}: edad {age}, {birds}.',
  'ask.capacity': '{place}: capacidad para {value}.',
  'ask.noCapacity': 'No consta cuántas aves caben en {place}.',
  'ask.nextPlacement':
    '{place}: {isPlanned, select, yes {el próximo lote llega el {day}} other {libre para un lote nuevo desde el {day}}}{hasBirds, select, yes {, como máximo {birds}} other {}}.',
  'ask.noPlacement': 'Todavía no se sabe cuándo {place} recibe su próximo lote.',
  'ask.barnFigure':
    '{place}: {by, select, henDayPct {tasa de postura {value}} other {índice productivo (EPEF) {value}}}.',
  'ask.devicesDown':
    '{count, plural, =0 {{kind, select, camera {Ninguna cámara está desconectada} other {Ningún equipo está desconectado}}} one {{kind, select, camera {{count, number} cámara está desconectada} other {{count, number} equipo está desconectado}}} other {{kind, select, camera {{count, number} cámaras están desconectadas} other {{count, number} equipos están desconectados}}}} (de {all, number}).',
  'ask.deviceDown':
    '{name}{hasPlace, select, yes { ({place})} other {}}: {status, select, fault {con falla} other {sin conexión}}{wasSeen, select, yes {, visto por última vez hace {ago}} other {}}.',
  'ask.cameraCount':
    '{place}: la cámara contó {counted}, el registro dice {logged}{side, select, above { ({off} más)} below { ({off} menos)} other {}}.',
  'ask.cameraCountOnly': '{place}: la cámara contó {counted}; no se sabe cuántas debería haber.',
  'ask.noCameraCount': 'Ninguna cámara contó las aves de {place} en los últimos tres días.',
} satisfies Record<keyof typeof english, string>;
