import { type Command, Option } from 'commander';
import { type ChannelKind, channelKinds } from '../../../model/core/vocabulary.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { checkWord, renderExamples } from '../../core/command-line.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { sendNoticeCall } from '../core/paged-list.ts';
import { isConfirmed, printWrite, requireConfirmable } from '../core/write-results.ts';
import { requireUser } from '../organisation/sign-in-link.ts';

export const channelColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'userId' },
  { name: 'kind', kind: 'word' },
  { name: 'address', isName: true },
  { name: 'verified', kind: 'flag' },
  { name: 'disabledAt', kind: 'time' },
];

const PATH = '/os/notices/channels';

/** Adds `notices channels`: the notification channels of users. */
export function addChannels(notices: Command, context: CommandContext): void {
  const channels = notices
    .command('channels')
    .description('List, add, verify and remove channels through which users are notified');
  channels
    .command('list')
    .description('List your own channels; administrators see those of all users')
    .option('--user <user>', 'only channels of this user: id or name')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl notices channels list',
        "farmctl notices channels list --user 'Noa Levi' --fields id,kind,verified",
      ]),
    )
    .action((flags: { readonly user?: string }) => runList(context, flags));
  addAdd(channels, context);
  addVerifying(channels, context);
  channels
    .command('remove <channel>')
    .description('Remove a channel; nothing more is sent through it')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl notices channels remove noa@example.com',
        'farmctl notices channels remove channel_01K… --yes',
      ]),
    )
    .action((channel: string) => runRemove(context, channel));
}

interface AddFlags {
  readonly user?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly authRef?: string;
}

/** Web push requires a browser; its channels are added in the console. */
const ADDABLE = channelKinds.filter((kind) => (kind as string) !== 'push');

function addAdd(channels: Command, context: CommandContext): void {
  channels
    .command('add <kind> <address>')
    .description('Add a channel and send a verification code through it')
    .option('--user <user>', 'owner of the channel: id or name; required with an API key')
    .option('--body <template>', 'for http: request body with {title}, {text}, {link}, {severity}')
    .addOption(
      new Option('--content-type <type>', 'for http: content type of the body').choices([
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
      ]),
    )
    .option('--auth-ref <reference>', 'for http and telegram: reference to a secret of the server')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl notices channels add email noa@example.com --user 'Noa Levi'",
          'farmctl notices channels add telegram 123456789 --user user_01K…',
          'farmctl notices channels add http https://sms.example.com/send --user user_01K… ' +
            '--auth-ref env:FARMCTL_SECRET_SMS --body \'{"text":"{text}"}\'',
        ],
        `Kinds: ${ADDABLE.join(', ')}. Enter the code with: farmctl notices channels verify`,
      ),
    )
    .action((kind: string, address: string, flags: AddFlags) =>
      runAdd(context, { kind: checkWord('<kind>', kind, ADDABLE) as ChannelKind, address }, flags),
    );
}

async function runAdd(
  context: CommandContext,
  channel: { readonly kind: ChannelKind; readonly address: string },
  { user, body: template, contentType, authRef }: AddFlags,
): Promise<void> {
  const userId =
    user === undefined ? undefined : (await requireUser(await context.client(), user)).id;
  const options = { userId, body: template, contentType, authRef };
  const presentOptions = Object.entries(options).filter(([, value]) => value !== undefined);
  const body = { ...channel, ...Object.fromEntries(presentOptions) };
  const record = await sendNoticeCall(context, { method: 'POST', path: PATH, body });
  await printChannel(context, channelText(record, 'note.channelAdded'), record);
}

function addVerifying(channels: Command, context: CommandContext): void {
  channels
    .command('verify <channel> <code>')
    .description('Verify a channel with the code that it delivered; enables a disabled channel')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl notices channels verify channel_01K… 4711-0815',
        'farmctl notices channels verify channel_01K… 4711-0815 --jq .verified',
      ]),
    )
    .action(async (channel: string, code: string) => {
      const path = `${pathOf(await channelId(context, channel))}/verify`;
      const record = await sendNoticeCall(context, { method: 'POST', path, body: { code } });
      await printChannel(context, 'note.channelVerified', record);
    });
  channels
    .command('send-code <channel>')
    .description('Send a new verification code through a channel')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl notices channels send-code channel_01K…',
        'farmctl notices channels send-code channel_01K… -o json',
      ]),
    )
    .action(async (channel: string) => {
      const id = await channelId(context, channel);
      const record = await sendNoticeCall(context, {
        method: 'POST',
        path: `${pathOf(id)}/send-code`,
      });
      await printChannel(context, channelText(record, 'note.codeSent'), record);
    });
}

/** The ID of the channel with this ID or address. */
export function channelId(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: PATH,
    idPrefix: 'channel',
    isWhole: true,
    namesOf: ({ address }) => [address],
    command: 'farmctl notices channels list',
  });
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

type ChannelText =
  | 'note.channelAdded'
  | 'note.channelVerified'
  | 'note.codeSent'
  | 'note.codeNotSent';

/** Text about a channel; if no code could be sent, what to configure first. */
function channelText(record: Values, sent: ChannelText): ChannelText {
  return record['codeFailure'] === 'no_mail_server' ? 'note.codeNotSent' : sent;
}

async function printChannel(
  context: CommandContext,
  text: ChannelText,
  record: Values,
): Promise<void> {
  const params = {
    id: neutralise(String(record['id'])),
    address: neutralise(String(record['address'])),
  };
  await printWrite(context, await context.t(text, params), { kind: 'record', record });
}

async function runList(
  context: CommandContext,
  { user }: { readonly user?: string },
): Promise<void> {
  const userId =
    user === undefined ? undefined : (await requireUser(await context.client(), user)).id;
  const answer = await sendNoticeCall(context, { method: 'GET', path: PATH, query: { userId } });
  const { data } = answer;
  const rows = Array.isArray(data) ? data.filter(isRecord) : [];
  await context.print({ kind: 'rows', columns: channelColumns, rows });
}

async function runRemove(context: CommandContext, typed: string): Promise<void> {
  requireConfirmable(context);
  const id = await channelId(context, typed);
  const channelName = neutralise(id);
  if (!(await isConfirmed(context, { text: 'cli.ask.removeChannel', params: { id: channelName } })))
    return;
  const record = await sendNoticeCall(context, { method: 'DELETE', path: pathOf(id) });
  await context.print({ kind: 'record', record });
  await context.report('note.channelRemoved', { id: channelName });
}
