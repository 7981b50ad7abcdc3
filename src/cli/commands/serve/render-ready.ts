import { renderMessage, type Speaker } from '../../../i18n/render-message.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { ReadyLine } from '../../../server/jobs/running-server.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';

/** What is known of a server besides what it says of itself. */
export interface ServedData {
  /** Where the rows are: a folder, memory with its seed, or the host of a database. */
  readonly place: string | Message;
  readonly isMock: boolean;
  /** Signs in to the web console, once. */
  readonly link?: string;
  /** The language model that questions may be put to. */
  readonly model?: { readonly name: string; readonly host: string };
}

/** How the text is written: its colours and its language. */
export interface ReadyView {
  readonly paint: Paint;
  readonly speaker: Speaker;
}

const MOST_SHOWN = 5;

/** What a person needs who has just started a server: its address, its keys, and how to try it. */
export function renderReady(
  ready: ReadyLine,
  served: ServedData,
  { paint, speaker }: ReadyView,
): string {
  const say = (line: Message | string) =>
    typeof line === 'string' ? line : renderMessage(speaker, line);
  const { baseUrl, keys } = ready;
  const lines = [
    message('ready.listens', { url: paint.bold(baseUrl), place: served.place }),
    farmsLine(ready.farms),
    ...linkLines(served),
    ...keyLines(keys, served),
    ...cameraLines(ready.cameras),
    ...modelLines(served),
    '',
    message('ready.try'),
    ...tryLines(baseUrl, keys),
    '',
    message('ready.stop'),
  ];
  return lines.map((line) => `${say(line)}\n`).join('');
}

type Lines = readonly (Message | string)[];

function farmsLine(farms: ReadyLine['farms']): Message {
  if (farms.length === 0) return message('ready.noFarms');
  const names = farms.slice(0, MOST_SHOWN).map(({ name }) => neutralise(name));
  const more = farms.length - names.length;
  return message('ready.farms', { names: names.join(', '), more });
}

function linkLines({ link }: ServedData): Lines {
  return link === undefined ? [] : ['', message('ready.link'), `  ${link}`];
}

function keyLines(keys: ReadyLine['keys'], { isMock }: ServedData): Lines {
  const names = Object.keys(keys);
  if (names.length === 0) return [];
  const width = Math.max(...names.map((name) => name.length));
  return [
    '',
    message(isMock ? 'ready.keys' : 'ready.adminKey'),
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(width)}  ${key}`),
  ];
}

function cameraLines(cameras: ReadyLine['cameras']): Lines {
  if (cameras.length === 0) return [];
  const shown = cameras.slice(0, MOST_SHOWN);
  const count = cameras.length - shown.length;
  return [
    '',
    message('ready.cameras'),
    ...shown.map(({ integrationId, token }) => `  ${integrationId}  ${token}`),
    ...(count > 0 ? [message('ready.moreCameras', { count, flag: '--json' })] : []),
  ];
}

function modelLines({ model }: ServedData): Lines {
  if (!model) return [];
  const { name, host } = model;
  return ['', message('ready.model', { name: neutralise(name), host: neutralise(host) })];
}

function tryLines(baseUrl: string, { admin }: ReadyLine['keys']): Lines {
  const login = `  farmctl auth login --server ${baseUrl}`;
  const tries = ['  farmctl farms list', '  farmctl console --open'];
  if (admin === undefined) return [login, ...tries];
  return [`  export FARMCTL_SERVER=${baseUrl}`, `  export FARMCTL_KEY=${admin}`, ...tries];
}
