import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { timeAgo } from '../../../farming/core/figure.ts';
import { message } from '../../../model/core/message.ts';
import { deviceKind } from '../../../model/core/vocabulary.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';
import { placeLookup } from '../place-lookup.ts';

const PARTS = ['devices', 'barns', 'liveFlocks'] as const;
type DeviceSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

const DOWN: readonly (string | null)[] = ['offline', 'fault'];

/** The devices that do not work: all, or those of one kind. */
export const devicesOffline = {
  parts: PARTS,
  per: 'barn',
  aggregations: ['list', 'count'],
  slots: { kind: deviceKind.words },
  compute: listDown,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function listDown(snapshot: DeviceSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { kind } = question.slots;
  const { barnIds } = question.scope;
  const asked = snapshot.devices.filter(
    (device) =>
      device.status !== 'retired' &&
      (kind === undefined || device.kind === kind) &&
      (barnIds === undefined || (device.barnId !== null && barnIds.includes(device.barnId))),
  );
  const down = asked.filter(({ status }) => DOWN.includes(status));
  const frame = {
    asOf: snapshot.today,
    source: { resource: 'devices', ids: down.map(({ id }) => id) },
  } as const;
  const all = factOf('Devices', asked.length, { asOf: snapshot.today });
  const answer = answerOfList(
    down.map((device) => deviceItem(device, snapshot)),
    {
      label: 'Devices down',
      text: 'ask.devicesDown',
      params: { all: shown(all), kind: kind === 'camera' ? 'camera' : 'device' },
      ...frame,
    },
    question,
  );
  return { ...answer, facts: [...answer.facts, all] };
}

function deviceItem(device: StoredOf<'devices'>, snapshot: DeviceSnapshot): ListItem {
  const { id, kind, status, lastSeenAt } = device;
  const name = device.name ?? device.model ?? kind;
  const place = placeLookup(snapshot)(device);
  const frame = { asOf: lastSeenAt, source: { resource: 'devices', ids: [id] } } as const;
  const seen = lastSeenAt === null ? undefined : parseInstant(lastSeenAt);
  const ago = seen === undefined ? null : timeAgo(seen, snapshot.now);
  const age = ago && factOf(`Last seen, ${name}`, ago.quantity, { ...frame, unit: ago.unit });
  const line = message('ask.deviceDown', {
    name,
    status: status ?? 'offline',
    hasPlace: place === null ? 'no' : 'yes',
    place: place ?? '',
    wasSeen: age ? 'yes' : 'no',
    ago: age ? shown(age) : '',
  });
  return {
    facts: [wordFact(`Device, ${name}`, status ?? 'offline', frame), ...(age ? [age] : [])],
    lines: [line],
  };
}
