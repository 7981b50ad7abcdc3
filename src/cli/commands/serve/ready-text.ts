import type { ReadyLine } from '../../../server/running-server.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';

/** What is known of a server besides what it says of itself. */
export interface ServedData {
  /** Where the rows are: a folder, `memory, seed 42`, or the host of a database. */
  readonly place: string;
  readonly isMock: boolean;
  /** The language model that questions may be put to. */
  readonly model?: { readonly name: string; readonly host: string };
}

const MOST_SHOWN = 5;

/** What a person needs who has just started a server: its address, its keys, and how to try it. */
export function renderReady(ready: ReadyLine, served: ServedData, paint: Paint): string {
  const { baseUrl, farms, keys, cameras } = ready;
  const names = farms.slice(0, MOST_SHOWN).map(({ name }) => neutralise(name));
  const more = farms.length > MOST_SHOWN ? `, and ${farms.length - MOST_SHOWN} more` : '';
  const lines = [
    `farmctl listens at ${paint.bold(baseUrl)} (${served.place})`,
    `Farms: ${names.length === 0 ? 'none yet' : names.join(', ') + more}`,
    ...keyLines(keys, served),
    ...cameraLines(cameras),
    ...modelLines(served),
    '',
    'Try it in another terminal:',
    ...tryLines(baseUrl, keys),
    '',
    'Stop it with Ctrl-C.',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function keyLines(keys: ReadyLine['keys'], { isMock }: ServedData): readonly string[] {
  const names = Object.keys(keys);
  if (names.length === 0) return [];
  const width = Math.max(...names.map((name) => name.length));
  return [
    '',
    isMock ? 'Keys:' : 'The admin key, shown only this once; keep it safe:',
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(width)}  ${key}`),
  ];
}

function cameraLines(cameras: ReadyLine['cameras']): readonly string[] {
  if (cameras.length === 0) return [];
  const shown = cameras.slice(0, MOST_SHOWN);
  const hidden = cameras.length - shown.length;
  return [
    '',
    'Cameras (integration, token):',
    ...shown.map(({ integrationId, token }) => `  ${integrationId}  ${token}`),
    ...(hidden > 0 ? [`  … and ${hidden} more; all of them with --json`] : []),
  ];
}

function modelLines({ model }: ServedData): readonly string[] {
  if (!model) return [];
  const name = `${neutralise(model.name)} at ${neutralise(model.host)}`;
  return ['', `Open questions are put to ${name}: farm data is sent there.`];
}

function tryLines(baseUrl: string, { admin }: ReadyLine['keys']): readonly string[] {
  const login = `  farmctl auth login --server ${baseUrl}`;
  if (admin === undefined) return [login, '  farmctl farms list'];
  return [
    `  export FARMCTL_SERVER=${baseUrl}`,
    `  export FARMCTL_KEY=${admin}`,
    '  farmctl farms list',
  ];
}
