import { camerasAnswer } from '../../model/answers/cameras.ts';
import type { RowOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import {
  type Block,
  type Cell,
  joinParts,
  nameOf,
  type PageContext,
  section,
  severityMark,
  spanOf,
  type TableColumn,
  tableOf,
} from './core/blocks.ts';
import { UNRELIABLE, unreliableNote } from './core/figures.ts';
import { fixBlock } from './core/fix-command.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';

type Cameras = AnswerFacts<typeof camerasAnswer>;
type Camera = RowOf<Cameras, 'cameras'>;

/**
 * Camera status of a farm: cameras with problems first, then all cameras, then unregistered ones.
 */
function camerasPage(answer: Cameras, context: PageContext): readonly Block[] {
  const { words } = context;
  const farm = nameOf(context, answer.text('farmId'));
  const head = answer.at('headline');
  const cameras = answer.list('cameras');
  const counts = joinParts([
    words.t('page.cameras.online', { count: head.number('online') ?? 0 }),
    words.t('page.cameras.silent', { count: head.number('silent') ?? 0 }),
    words.t('page.cameras.unknown', { count: head.number('unregistered') ?? 0 }),
    words.t('page.cameras.alerts', { count: head.number('openAlerts') ?? 0 }),
  ]);
  const title = words.t('page.cameras.title', { count: head.number('cameras') ?? 0 });
  return [
    { kind: 'title', text: joinParts([farm, title]) },
    { kind: 'text', text: counts },
    ...cameras.flatMap((camera) => silence(camera, context)),
    ...[...cameras.flatMap((camera) => camera.list('alerts')), ...answer.list('barnAlerts')].map(
      alertLine,
    ),
    ...tableOf(
      columnsOf(context),
      cameras.map((camera) => cameraRow(camera, context)),
    ),
    ...(cameras.some(isUncalibrated)
      ? [{ kind: 'text', text: unreliableNote(context) } as const]
      : []),
    ...section(words.t('page.cameras.connections'), connections(answer, context)),
    ...section(words.t('page.cameras.unregistered'), unregistered(answer, context)),
  ];
}

function silence(camera: Camera, { words }: PageContext): readonly Block[] {
  const minutes = camera.number('silent.minutes');
  if (minutes === undefined) return [];
  const mark = severityMark(camera.text('silent.severity')) ?? 'warning';
  const name = joinParts([cameraName(camera), camera.text('barn')]);
  const text = words.t('page.cameras.silentFor', { camera: name, ago: spanOf(minutes) });
  return [{ kind: 'text', mark, text }];
}

function alertLine(alert: RowOf<Cameras, 'barnAlerts'>): Block {
  const mark = severityMark(alert.text('severity')) ?? 'info';
  return { kind: 'text', mark, text: alert.text('title') ?? alert.text('rule') ?? '' };
}

function columnsOf({ words }: PageContext): readonly TableColumn[] {
  return [
    { title: words.t('page.col.camera') },
    { title: words.t('page.col.barn') },
    { title: words.t('page.col.flock') },
    { title: words.t('page.col.state') },
    { title: words.t('page.col.lastHeard') },
    { title: words.t('page.col.events24h'), isNumber: true },
    { title: words.t('page.col.countGap'), isNumber: true },
    { title: words.t('page.col.weight'), isNumber: true },
    { title: words.t('page.col.factor'), isNumber: true },
  ];
}

function cameraRow(camera: Camera, { words }: PageContext): readonly Cell[] {
  const isSilent = camera.text('silent.severity') !== undefined;
  const gap = camera.number('count.gapPct');
  const isFewer = (camera.number('count.difference') ?? 0) < 0;
  return [
    cameraName(camera),
    camera.text('barn') ?? '',
    camera.text('flock') ?? '',
    {
      text: words.name('camera', isSilent ? 'silent' : camera.text('status')),
      state: severityMark(camera.text('silent.severity')),
    },
    words.moment(camera.text('lastHeardAt')),
    words.number(camera.number('events24h.total')),
    {
      text: words.change(gap !== undefined && isFewer ? -gap : gap),
      state: severityMark(camera.text('count.severity')),
    },
    {
      text: `${words.quantity(camera.number('weight.g'), 'g')}${isUncalibrated(camera) ? UNRELIABLE : ''}`,
      state: camera.flag('weight.downWeighted') ? 'warning' : undefined,
    },
    words.number(camera.number('calibration.factor')),
  ];
}

function isUncalibrated(camera: Camera): boolean {
  return camera.number('weight.g') !== undefined && camera.flag('weight.uncalibrated');
}

function cameraName(camera: Camera): string {
  return camera.text('name') ?? camera.text('sourceKey') ?? camera.text('deviceId') ?? '';
}

function connections(answer: Cameras, { words }: PageContext): readonly Block[] {
  return tableOf(
    [
      { title: words.t('page.col.connection') },
      { title: words.t('page.col.barn') },
      { title: words.t('page.col.state') },
      { title: words.t('page.col.token') },
      { title: words.t('page.col.lastHeard') },
      { title: words.t('page.col.failures'), isNumber: true },
    ],
    answer.list('connections').map((connection): readonly Cell[] => {
      const status = connection.text('status');
      const failures = connection.number('consecutiveFailures') ?? 0;
      return [
        connection.text('name') ?? connection.text('integrationId') ?? '',
        connection.text('barn') ?? '',
        {
          text: words.name('connection', status),
          state: status === 'failing' ? 'warning' : undefined,
        },
        connection.text('tokenPrefix') ?? '',
        words.moment(connection.text('lastSuccessAt')),
        failures === 0 ? '' : words.number(failures),
      ];
    }),
  );
}

function unregistered(answer: Cameras, { words }: PageContext): readonly Block[] {
  return answer.list('unregistered').flatMap((source): readonly Block[] => {
    const activity = words.t('page.cameras.heard', {
      events: source.number('events') ?? 0,
      moment: words.moment(source.text('lastSeen')),
    });
    const kinds = source.texts('kinds').map((kind) => words.name('vision', kind));
    const lastSeenText = joinParts([
      source.text('source'),
      source.text('barn'),
      words.list(kinds),
      activity,
    ]);
    return [{ kind: 'text', mark: 'info', text: lastSeenText }, ...fixBlock(source, 'fix', 5)];
  });
}

/** `cameras list`: status of a farm's cameras; its rows are the cameras. */
export async function runCameras(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/os/cameras',
    answer: camerasAnswer,
    query: { farmId: await oneFarm(context) },
    isSpoken: false,
    rows: () => rowsUnder(camerasAnswer, 'cameras'),
    compose: camerasPage,
  });
}
