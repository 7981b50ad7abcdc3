import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { eventNames } from '../../../model/core/resource.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { collectAt } from '../../api/collect-pages.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { preserveFarm, useAllFarms } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Empty, Forbidden, Page, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import classes from './admin.module.css';
import { Choices, useFarmNames } from './admin-parts.tsx';

export type Webhook = AnswerOf<'GET /webhooks'>['data'][number];

const ALL = '*';

/** The webhooks of the organisation. */
export function Webhooks(): ReactNode {
  const text = useText();
  const mayManage = useCan()('admin:*');
  const [isNew, setIsNew] = useState(false);
  const { list: webhooks, rest } = useGrowingList((limit) => ({
    queryKey: ['webhooks', 'list', limit],
    queryFn: ({ signal }) =>
      collectAt((query) => callRoute('GET /webhooks', { query, signal }), limit),
    meta: { isPrivate: true },
    enabled: mayManage,
  }));
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Page
      title={text('nav.webhooks')}
      aside={<Button onClick={() => setIsNew(true)}>{text('webhooks.new')}</Button>}
    >
      <Answered query={webhooks}>
        {({ data }) => (data.length === 0 ? <Empty /> : <WebhookTable webhooks={data} />)}
      </Answered>
      {rest}
      {isNew && <NewWebhook onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const text = useText();
  const farmNames = useFarmNames();
  return (
    <CardTable
      label={text('nav.webhooks')}
      rows={webhooks}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: text('webhooks.url'),
          of: ({ id, url, description }) => (
            <>
              <Link to="/webhooks/$id" params={{ id }} search={preserveFarm}>
                <bdi dir="ltr">{url}</bdi>
              </Link>
              {description !== null && (
                <p className={classes['hint']} dir="auto">
                  {description}
                </p>
              )}
            </>
          ),
        },
        { heading: text('webhooks.events'), of: ({ events }) => <EventNames events={events} /> },
        {
          heading: text('keys.farms'),
          of: ({ farmIds }) =>
            farmIds === null ? text('webhooks.keyFarms') : <bdi>{farmNames(farmIds)}</bdi>,
        },
        { heading: text('webhooks.state'), of: (webhook) => <WebhookState webhook={webhook} /> },
      ]}
    />
  );
}

export function EventNames({ events }: { readonly events: readonly string[] }): ReactNode {
  const text = useText();
  if (events.includes(ALL)) return text('webhooks.allEvents');
  return <bdi dir="ltr">{events.join(', ')}</bdi>;
}

/** Whether a webhook is enabled or, if it is not, the reason. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const text = useText();
  const { enabled, disabledReason, consecutiveFailures } = webhook;
  if (!enabled) {
    return (
      <>
        <SeverityMark severity={disabledReason === 'by_hand' ? 'info' : 'warning'} isShort />{' '}
        {text(`webhooks.off.${disabledReason ?? 'by_hand'}`)}
      </>
    );
  }
  if (consecutiveFailures === 0) return text('webhooks.on');
  return (
    <>
      <SeverityMark severity="warning" isShort />{' '}
      {text('webhooks.failing', { count: consecutiveFailures })}
    </>
  );
}

function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const farms = useAllFarms();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly string[]>([]);
  const [farmIds, setFarmIds] = useState<readonly string[]>([]);
  const create = useAct(
    async () =>
      (await callRoute('POST /webhooks', {
        body: {
          url: url.trim(),
          events: events.length === 0 ? [ALL] : events,
          ...(farmIds.length === 0 ? {} : { farmIds }),
          ...(description.trim() === '' ? {} : { description: description.trim() }),
        },
      })) as { readonly secret?: string },
  );
  const secret = create.data?.secret;
  if (secret !== undefined) return <ShownOnce secrets={{ secret }} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title={text('webhooks.new')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label={text('webhooks.url')}
          type="url"
          dir="ltr"
          required
          maxLength={2000}
          placeholder="https://"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          label={text('webhooks.description')}
          dir="auto"
          maxLength={200}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Choices
          legend={text('webhooks.events')}
          hint={text('webhooks.noneIsAll')}
          of={eventNames.map((value) => ({ value: value as string, label: value }))}
          chosen={events}
          onChange={setEvents}
        />
        <Choices
          legend={text('keys.farms')}
          hint={text('webhooks.noneIsAllFarms')}
          of={farms.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={farmIds}
          onChange={setFarmIds}
        />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" disabled={url.trim() === ''} loading={create.isPending}>
            {text('webhooks.create')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** One attempt, declared here because the type of a schema composed of two is too general. */
interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly failure: string | null;
  readonly response: string | null;
}

/** The attempts of a delivery, with the responses of the receiver. */
export function DeliveryLog(props: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const formats = useFormats();
  const log = useQuery({
    queryKey: ['webhooks', 'delivery', props.id],
    queryFn: async ({ signal }) =>
      (await callRoute('GET /os/webhooks/deliveries/{id}', {
        params: { id: props.id },
        signal,
      })) as { readonly log: readonly Attempt[] },
    meta: { isPrivate: true },
  });
  return (
    <Dialog title={text('webhooks.attemptsOf')} onClose={props.onClose}>
      <Answered query={log}>
        {(delivery) => (
          <>
            {delivery.log.length === 0 && <Empty>{text('webhooks.notTried')}</Empty>}
            {delivery.log.map(({ at, status, failure, durationMs, response }) => (
              <section key={at}>
                <strong>{formats.instant(at)}</strong>
                <p>
                  <bdi dir="ltr">{status ?? failure}</bdi> ·{' '}
                  <bdi>{formats.number(durationMs)} ms</bdi>
                </p>
                {response !== null && response !== '' && (
                  <pre className={classes['pre']} dir="auto">
                    {response}
                  </pre>
                )}
              </section>
            ))}
          </>
        )}
      </Answered>
    </Dialog>
  );
}
