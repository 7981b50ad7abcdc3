import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { ResourceName } from '../../src/model/resources/registry.ts';
import { signDelivery } from '../../src/tools/webhook-signature.ts';
import type { Answer } from './a-cli.ts';
import type { Home } from './a-home.ts';
import { hookBody, hookSecret, writeExampleFiles } from './example-files.ts';
import { type ExampleFarm, runExample } from './example-world.ts';
import { openLink } from './signed-in.ts';

/** Input for setting up a stage. */
interface StageInput {
  readonly farm: ExampleFarm;
  readonly home: Home;
  readonly line: string;
}

/** A replacement of a text in a line by its name in the test world. */
type Replaced = readonly (readonly [shown: string | RegExp, real: string])[];

/** Prerequisites of an example besides one row of every resource. */
export interface Stage {
  /** Rows instead of the default ones. */
  readonly rows?: readonly ResourceName[];
  readonly prepare?: (input: StageInput) => Promise<Replaced | undefined>;
  /** Lines that run until they are interrupted, with the output to wait for. */
  readonly endless?: RegExp;
  /** The environment contains no server and no key. */
  readonly isBare?: true;
  /** The input typed at its prompts. */
  readonly answers?: (farm: ExampleFarm, line: string) => readonly Answer[];
}

const yes = (): readonly Answer[] => [['?', 'y']];

/** Stages by the beginning of a command; the longest match applies. */
const exampleStages: Readonly<Record<string, Stage>> = {
  init: { isBare: true, answers: initAnswers },
  serve: { endless: /^/, isBare: true, prepare: withStick },
  demo: { endless: /--open/ },
  backup: { isBare: true, prepare: withDatabase },
  restore: { isBare: true, answers: yes, prepare: withBackups },
  doctor: { prepare: withDatabase },
  'cameras adopt': { prepare: withUnknownCameras },
  'cameras token': { prepare: withCameras, answers: yes },
  'vision push': { prepare: withCameras, endless: /--follow/ },
  'vision simulate': {
    prepare: async (input) => [['5000000', '5000'], ...(await withCameras(input))],
  },
  mcp: { endless: /^/, prepare: withProfile('assistant') },
  'act complete_task': { rows: ['farms'], prepare: withTask },
  'act create_flock': { rows: ['barns'] },
  ask: { prepare: withTodaysLog },
  chat: { prepare: withTodaysLog },
  undo: { prepare: withAction },
  'case-files create': { rows: [], prepare: withClosedFlock, answers: yes },
  'case-files get': { rows: [], prepare: withCaseFile },
  'case-files verify': { rows: [], prepare: withCaseFile },
  'auth login': { prepare: withKeyFile, answers: ({ key }) => [['ey', key]] },
  'auth status': { prepare: withProfile('office') },
  'auth logout': { isBare: true, prepare: withProfile('office') },
  profile: { isBare: true, prepare: withProfile('office') },
  'profile add': { isBare: true },
  'profile remove': { isBare: true, prepare: withProfile('office'), answers: yes },
  config: { prepare: withProfile('office') },
  'keys get': { prepare: withKey },
  console: { prepare: withOwner },
  'keys update': { prepare: withKey },
  'keys revoke': { prepare: withKey, answers: yes },
  'users create': { rows: ['farms'], prepare: withNorth },
  'users invite': { rows: ['users', 'farms'], prepare: withNorth },
  notices: { rows: ['users', 'farms'], prepare: withNoa, answers: yes },
  'notices test': { rows: ['users', 'farms'], prepare: withChannel },
  'notices channels verify': { rows: ['users', 'farms'], prepare: withNewChannel },
  'notices channels send-code': { rows: ['users', 'farms'], prepare: withNewChannel },
  'notices channels remove': { rows: ['users', 'farms'], prepare: withNewChannel, answers: yes },
  'notices digest': { rows: ['users', 'farms'], prepare: withDuties },
  duties: { rows: ['users', 'farms'], prepare: withDuties, answers: yes },
  'users access': { rows: ['users', 'farms'], prepare: withViewer, answers: yes },
  'users email': { rows: ['users'] },
  'sessions end': { rows: ['users'], prepare: withSession },
  webhook: { rows: ['farms'], prepare: withWebhook },
  'webhook listen': { rows: ['farms'], prepare: withWebhook, endless: /^/ },
  'people export': { prepare: withContact },
  'people erase': { prepare: withContact, answers: yes },
  completion: { prepare: withCompletionFolders },
  fixtures: { rows: ['farms'], answers: yes },
  'fixtures destroy': { rows: ['farms'], prepare: withFixtures, answers: yes },
  'snapshot save': { rows: ['farms'] },
  'snapshot load': { prepare: withSnapshot, answers: yes },
  'events tail': { prepare: withEvents, endless: /^/ },
  'media download': { prepare: withContent },
  'media analyze': { prepare: withContent },
  'integrations mapping': { prepare: withController },
  'integrations test': { prepare: withController },
  'integrations poll': { prepare: withController },
  'daily-logs import': { prepare: withSecondFlock },
  'chart laying': { rows: ['farms'], prepare: withLayers },
};

/** The stage of a command. */
export function stageOf(path: string): Stage {
  const fitting = Object.keys(exampleStages).filter((key) => `${path} `.startsWith(`${key} `));
  const [longest = ''] = fitting.toSorted((one, other) => other.length - one.length);
  return exampleStages[longest] ?? {};
}

/** The questions of `init` in order; a question answered by a flag is skipped. */
function initAnswers(_farm: ExampleFarm, line: string): readonly Answer[] {
  const isDemo = line.includes('--demo');
  const hasFarmFlag = /--(?:farm-name|latitude|longitude|currency|barns|chicks)/.test(line);
  const all: readonly (readonly [flag: string, isAsked: boolean, ...answer: Answer])[] = [
    ['--language', true, 'Language', ''],
    ['--organisation', true, 'Name of the organisation', 'Green Valley'],
    ['--demo', !hasFarmFlag, 'demo farms', ''],
    ['--farm-name', !isDemo, 'Name of the first farm', 'North'],
    ['--latitude', !isDemo, 'Latitude and longitude', ''],
    ['--timezone', true, 'Time zone', ''],
    ['--currency', !isDemo, 'Currency', ''],
    ['--barns', !isDemo, 'Number of barns', ''],
  ];
  return all.flatMap(([flag, isAsked, ...answer]) =>
    isAsked && !line.includes(flag) ? [answer] : [],
  );
}

const save = ({ home }: Pick<StageInput, 'home'>, name: string, text: string | Uint8Array) =>
  writeFile(join(home.cwd, name), text);

/** Runs a line that the example presupposes; returns its output. */
async function given({ farm, home }: StageInput, line: string, stage: Stage = {}): Promise<string> {
  const { isBare = false } = stage;
  const { exitCode, stdout, stderr } = await runExample(line, { farm, home, isBare });
  if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`);
  return stdout.trim();
}

const PLACES: Replaced = [
  ['/media/stick/backups', 'stick'],
  ['/media/stick', 'stick'],
  ['/srv/farm', 'farm-data'],
];

async function withDatabase(input: StageInput): Promise<Replaced> {
  const data = input.line.includes('--data') ? ' --data farm-data' : '';
  await mkdir(join(input.home.cwd, 'stick'));
  await given(input, `farmctl init --organisation Green --farm-name North --yes${data}`, {
    isBare: true,
  });
  return PLACES;
}

async function withStick({ home, line }: StageInput): Promise<Replaced> {
  await mkdir(join(home.cwd, 'stick'));
  return line.includes('--port') ? PLACES : [...PLACES, [/$/g, ' --port 0']];
}

async function withBackups(input: StageInput): Promise<Replaced> {
  await withDatabase(input);
  await mkdir(join(input.home.cwd, 'backups'));
  const data = input.line.includes('--data') ? ' --data farm-data' : '';
  for (const file of ['stick/farm.db', 'backups/farmctl-20261120-030000.db']) {
    await given(input, `farmctl backup ${file}${data}`, { isBare: true });
  }
  return PLACES;
}

async function withCameras(input: StageInput): Promise<Replaced> {
  const { farm } = input;
  const row = { kind: 'camera', name: `Cameras of barn 1`, barnId: farm.ids.barns };
  const existing = await farm.send('GET', '/integrations?kind=camera');
  for (const { id } of existing.data) await farm.send('DELETE', `/integrations/${id}`);
  const { id, cameraToken } = await farm.send('POST', '/integrations', row);
  await writeExampleFiles('events.jsonl camera.jsonl', input.home.cwd, {});
  await save(input, 'token.txt', cameraToken);
  await given(input, `farmctl config set server ${farm.world.url}`);
  await given(input, `farmctl config set cameraIntegration ${id}`);
  await given(input, 'farmctl config set cameraToken --stdin < token.txt');
  return [
    ['integration_01K…', id],
    ['barn_01K…', String(farm.ids.barns)],
    ['/var/log/camera.jsonl', 'camera.jsonl'],
    // A push with --follow prints nothing until it has much to report.
    [/(?<=--follow --resume)$/g, ' --verbose'],
  ];
}

async function withUnknownCameras(input: StageInput): Promise<Replaced> {
  const replaced = await withCameras(input);
  await given(input, 'farmctl vision push events.jsonl');
  return replaced;
}

async function withOwner({ farm }: StageInput): Promise<undefined> {
  const { id } = await farm.send('POST', '/users', { name: 'Dana Mizrahi' });
  await farm.send('PUT', `/os/users/${id}/access`, { role: 'owner' });
}

async function withNorth({ farm }: StageInput): Promise<undefined> {
  await farm.send('PATCH', `/farms/${farm.ids.farms}`, { name: 'North' });
}

/** Creates the manager Noa Levi; returns the id. */
async function withManager({ farm }: StageInput): Promise<string> {
  const { id } = await farm.send('POST', '/users', { name: 'Noa Levi' });
  await farm.send('PUT', `/os/users/${id}/access`, { role: 'manager' });
  return id;
}

async function withContact({ farm }: StageInput): Promise<undefined> {
  const { data } = await farm.send('GET', '/contacts?q=Noa%20Levi');
  if (data.length === 0) await farm.send('POST', '/contacts', { name: 'Noa Levi' });
}

async function withNoa(input: StageInput): Promise<undefined> {
  await withManager(input);
  await withNorth(input);
}

/** Creates an unverified channel, and returns the code that it delivered. */
async function withNewChannel(input: StageInput): Promise<Replaced> {
  const { receiver } = input.farm.world;
  const userId = await withManager(input);
  const path = `/sms/${userId}`;
  const channel = { kind: 'http', address: `${receiver.url}${path}`, body: '{"text":"{text}"}' };
  const { id } = await input.farm.send('POST', '/os/notices/channels', { ...channel, userId });
  const delivered = () => receiver.received.find((delivery) => delivery.path === path);
  await expect.poll(delivered).toBeDefined();
  const [code = ''] = /\d{4}-\d{4}/.exec(delivered()?.text ?? '') ?? [];
  return [
    ['channel_01K…', id],
    ['4711-0815', code],
    ['noa@example.com', id],
  ];
}

async function withChannel(input: StageInput): Promise<Replaced> {
  const replaced = await withNewChannel(input);
  const [[, id], [, code]] = replaced as [[string, string], [string, string]];
  await input.farm.send('POST', `/os/notices/channels/${id}/verify`, { code });
  return replaced;
}

async function withDuties(input: StageInput): Promise<undefined> {
  const { farm, line } = input;
  const ids = [String(farm.ids.users), await withManager(input)];
  for (const id of ids) {
    await farm.send('PUT', `/os/users/${id}/access`, { role: 'manager' });
    // A signed-in user is active.
    await openLink(farm.world.service, await linkOf(farm, id));
  }
  await withNorth(input);
  if (line.includes('South')) await farm.send('POST', '/farms', { name: 'South' });
  const [userId] = ids;
  const shift = { userId, days: [1, 2], from: '18:00', to: '06:00' };
  await farm.send('PUT', `/os/duties/${farm.ids.farms}`, {
    shifts: [shift, { ...shift, days: [3] }],
    exceptions: [{ from: '2026-12-24', to: '2026-12-26', userId }],
  });
}

async function linkOf(farm: ExampleFarm, id: string): Promise<string> {
  const { path } = await farm.send('POST', `/os/users/${id}/invite`);
  return path.split('#')[1];
}

async function withViewer(input: StageInput): Promise<undefined> {
  await withNorth(input);
  await input.farm.send('PUT', `/os/users/${input.farm.ids.users}/access`, { role: 'viewer' });
}

async function withSession({ farm }: StageInput): Promise<Replaced> {
  const link = await linkOf(farm, String(farm.ids.users));
  const { body } = await openLink(farm.world.service, link);
  return [['session_01K…', body.session.id]];
}

async function withTask({ farm }: StageInput): Promise<undefined> {
  await farm.send('POST', `/tasks?farmId=${farm.ids.farms}`, { title: 'Weigh 100 birds' });
}

async function withTodaysLog({ farm }: StageInput): Promise<undefined> {
  const { flocks: flockId } = farm.ids;
  const { data } = await farm.send('GET', `/daily-logs?flockId=${flockId}&date_from=2026-11-29`);
  for (const date of ['2026-11-29', '2026-11-30']) {
    if (data.some((log: { readonly date: string }) => log.date === date)) continue;
    await farm.send('POST', '/daily-logs', { flockId, date, mortality: 12, feedKg: 2140 });
  }
}

async function withAction(input: StageInput): Promise<undefined> {
  await given(input, "farmctl act create_task --title 'Weigh 100 birds'");
}

async function withClosedFlock({ farm, line }: StageInput): Promise<Replaced> {
  const { id: farmId } = await farm.send('POST', '/farms', { name: 'North' });
  const barn = await farm.send('POST', `/barns?farmId=${farmId}`, { name: 'Barn 1' });
  const { id } = await farm.send('POST', '/flocks', {
    barnId: barn.id,
    code: 'B1-2611',
    placementDate: '2026-10-03',
    chicksReceived: 10_000,
  });
  await farm.send('PATCH', `/flocks/${id}`, { status: 'closed' });
  return line.includes('flock_') ? [['flock_01K…', id]] : [];
}

async function withCaseFile(input: StageInput): Promise<Replaced> {
  await withClosedFlock(input);
  const create = "farmctl case-files create B1-2611 --title 'Season 2026' --yes --jq .id";
  const id = await given(input, create);
  for (const year of [2025, 2026]) {
    await given(input, `farmctl case-files get ${id} -o json > ${year}.json`);
  }
  return [
    ['casefile_01K…', id],
    [/(?<= get )3$/g, '1'],
  ];
}

async function withKeyFile(input: StageInput): Promise<Replaced> {
  await save(input, 'key.txt', `${input.farm.key}\n`);
  return [['https://farm.example.com', input.farm.world.url]];
}

/** The profile `name`, with the key, selected. */
function withProfile(name: string): (input: StageInput) => Promise<Replaced> {
  return async (input) => {
    const { world, key } = input.farm;
    await save(input, 'key.txt', `${key}\n`);
    const login = `farmctl auth login --profile ${name} --server ${world.url} --key-stdin < key.txt`;
    await given(input, login, { isBare: true });
    await given(input, 'farmctl config set farm North');
    return [];
  };
}

async function withKey(input: StageInput): Promise<Replaced> {
  // The examples of one command share a farm, and key names are unique.
  const { data } = await input.farm.send('GET', '/os/keys?limit=200');
  for (const { id, name, revokedAt } of data) {
    if (name === 'brain' && revokedAt === null) await input.farm.send('DELETE', `/os/keys/${id}`);
  }
  const id = await given(input, "farmctl keys create brain --scope 'read:*' --jq .id");
  return [
    ['key_01K…', id],
    ['4fJq0TzR8bXw', id],
  ];
}

async function withWebhook(input: StageInput): Promise<Replaced> {
  const { receiver, clock } = input.farm.world;
  const hook = await given(input, `farmctl webhook add ${receiver.url}/ --events all --jq .id`);
  const delivery = await given(input, `farmctl webhook test ${hook} --jq .id`);
  const delivered = { id: 'evt_1', body: hookBody, at: clock.now() };
  const signed = signDelivery(delivered, { secret: hookSecret });
  return [
    ['webhook_01K…', hook],
    ['delivery_01K…', delivery],
    ['http://127.0.0.1:3000/', `${receiver.url}/`],
    ['1795251600', String(signed['x-service-timestamp'])],
    ['sha256=…', String(signed['x-service-signature'])],
    ['$ID', 'evt_1'],
    ['$AT', String(signed['webhook-timestamp'])],
    ['$SIGNATURE', String(signed['webhook-signature'])],
    [/(?<=(test|remove) )brain\.example\.com/g, new URL(receiver.url).host],
  ];
}

async function withCompletionFolders({ home }: StageInput): Promise<Replaced> {
  for (const file of ['.zsh/_farmctl', '.config/fish/completions/farmctl.fish']) {
    await mkdir(dirname(join(home.home, file)), { recursive: true });
  }
  // Only bash is always installed; for the others only the output of the script is checked.
  return [
    ['source <(farmctl completion zsh)', 'farmctl completion zsh'],
    ['| source', '| cat'],
  ];
}

async function withFixtures(input: StageInput): Promise<undefined> {
  await writeExampleFiles(input.line, input.home.cwd, {});
  await given(input, `${input.line.replace('destroy', 'apply').replace(' --yes', '')} --yes`);
}

async function withSnapshot(input: StageInput): Promise<undefined> {
  await given(input, 'farmctl snapshot save before.db');
}

async function withEvents({ farm }: StageInput): Promise<Replaced> {
  const { service } = farm.world;
  await farm.send('POST', `/tasks?farmId=${farm.ids.farms}`, { title: 'Clean' });
  const events = await service.events();
  const { id } = Object(events.at(-1)?.body);
  return [['evt_01K…', id]];
}

async function withContent(input: StageInput): Promise<undefined> {
  await writeExampleFiles('litter-*.jpg', input.home.cwd, {});
  await given(input, `farmctl media upload litter-1.jpg --to ${input.farm.ids.media}`);
}

async function withController(input: StageInput): Promise<undefined> {
  const { farm } = input;
  const path = `/integrations/${farm.ids.integrations}`;
  const endpoint = farm.world.controller;
  await farm.send('PATCH', path, { name: 'Climate controller', endpoint, authRef: null });
  await writeExampleFiles('mapping.json', input.home.cwd, {});
  await given(input, `farmctl integrations mapping set ${farm.ids.integrations} mapping.json`);
}

async function withLayers({ farm }: StageInput): Promise<undefined> {
  const barn = await farm.send('POST', `/barns?farmId=${farm.ids.farms}`, {
    name: 'Layer barn',
    barnType: 'layer',
  });
  const body = { barnId: barn.id, code: 'L1-2601', breed: 'Hy-Line Brown' };
  await farm.send('POST', '/flocks', {
    ...body,
    placementDate: '2026-01-12',
    chicksReceived: 9000,
  });
}

async function withSecondFlock({ farm }: StageInput): Promise<undefined> {
  const barn = await farm.send('POST', `/barns?farmId=${farm.ids.farms}`, { name: 'Barn 2' });
  const body = { barnId: barn.id, code: 'B2-2611', placementDate: '2026-11-01' };
  await farm.send('POST', '/flocks', { ...body, chicksReceived: 20_000 });
}
