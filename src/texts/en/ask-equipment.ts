/** What the answers about barns, flocks and devices say. */
export const askEquipment = {
  'ask.barns': '{count, plural, =0 {There is no barn.} one {# barn.} other {# barns.}}',
  'ask.barn':
    '{name}: {state, select, occupied {birds inside} other {no birds inside}}{hasRoom, select, yes {, room for {room}} other {}}.',
  'ask.flocks':
    '{count, plural, =0 {There is no flock inside.} one {# flock is inside.} other {# flocks are inside.}}',
  'ask.flock': '{name} in {barn}: age {age}, {birds}.',
  'ask.capacity': '{place}: room for {value}.',
  'ask.noCapacity': 'How many birds {place} holds is not recorded.',
  'ask.nextPlacement':
    '{place}: {isPlanned, select, yes {the next flock comes on {day}} other {free for a new flock from {day}}}{hasBirds, select, yes {, at most {birds}} other {}}.',
  'ask.noPlacement': 'Nobody can tell yet when {place} takes its next flock.',
  'ask.barnFigure':
    '{place}: {by, select, henDayPct {laying rate {value}} other {production index (EPEF) {value}}}.',
  'ask.devicesDown':
    '{count, plural, =0 {{kind, select, camera {No camera is offline} other {No device is offline}}} one {{kind, select, camera {{count, number} camera is offline} other {{count, number} device is offline}}} other {{kind, select, camera {{count, number} cameras are offline} other {{count, number} devices are offline}}}} (of {all, number}).',
  'ask.deviceDown':
    '{name}{hasPlace, select, yes { ({place})} other {}}: {status, select, fault {has a fault} other {is offline}}{wasSeen, select, yes {, last seen {ago} ago} other {}}.',
  'ask.cameraCount':
    '{place}: the camera counted {counted}, the log says {logged}{side, select, above { ({off} more)} below { ({off} fewer)} other {}}.',
  'ask.cameraCountOnly':
    '{place}: the camera counted {counted}; how many should be there is not known.',
  'ask.noCameraCount': 'No camera has counted the birds in {place} in the last three days.',
} as const;
