import { alertTitle } from '../../../farming/core/alert-words.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { timeAgo } from '../../../farming/core/figure.ts';
import { isOpenAlert, severityRank } from '../../../farming/core/open-items.ts';
import { message } from '../../../model/core/message.ts';
import { severity } from '../../../model/core/vocabulary.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import { mapById } from '../../../tools/collections.ts';
import type {
  AskedScope,
  MeasureAnswer,
  MeasureDefinition,
  MeasureQuestion,
} from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';
import { placeLookup } from '../place-lookup.ts';

const PARTS = ['alerts', 'barns', 'liveFlocks'] as const;
type AlertSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** The alerts that still wait for somebody, the worst first, then the newest. */
export const alerts = {
  parts: PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  slots: { severity: severity.words },
  compute: openAlerts,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function openAlerts(snapshot: AlertSnapshot, question: MeasureQuestion): MeasureAnswer {
  const wanted = question.slots['severity'];
  const open = snapshot.alerts
    .filter(isOpenAlert)
    .filter((alert) => wanted === undefined || (alert.severity ?? 'info') === wanted)
    .filter((alert) => isInScope(alert, question.scope, snapshot))
    .toSorted((left, right) => severityRank(right.severity) - severityRank(left.severity));
  const source = { resource: 'alerts', ids: open.map(({ id }) => id) } as const;
  return answerOfList(
    open.map((alert) => alertItem(alert, snapshot)),
    {
      label: 'Open alerts',
      text: 'ask.alerts',
      params: { severity: wanted ?? 'any' },
      asOf: snapshot.today,
      source,
    },
    question,
  );
}

function isInScope(
  { barnId, flockId }: StoredOf<'alerts'>,
  { barnIds, flockIds }: AskedScope,
  { liveFlocks }: AlertSnapshot,
): boolean {
  const flocks = mapById(liveFlocks);
  const barn = barnId ?? flocks.get(flockId ?? '')?.barnId ?? '';
  const isOfFlock = (id: string) =>
    id === flockId || (flockId === null && flocks.get(id)?.barnId === barn);
  return (barnIds?.includes(barn) ?? true) && (flockIds?.some(isOfFlock) ?? true);
}

function alertItem(alert: StoredOf<'alerts'>, snapshot: AlertSnapshot): ListItem {
  const { id, title, createdAt } = alert;
  const place = placeLookup(snapshot)(alert);
  const frame = { asOf: createdAt, source: { resource: 'alerts', ids: [id] } } as const;
  const ago = timeAgo(parseInstant(createdAt) ?? snapshot.now, snapshot.now);
  const age = factOf(`Age of alert, ${title}`, ago.quantity, { ...frame, unit: ago.unit });
  const line = message('ask.alert', {
    severity: alert.severity ?? 'info',
    title: alertTitle(alert),
    hasPlace: place === null ? 'no' : 'yes',
    place: place ?? '',
    ago: shown(age),
  });
  return { facts: [wordFact('Alert', title, frame), age], lines: [line] };
}
