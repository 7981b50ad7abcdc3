import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { deliveryStates } from '../../../model/core/vocabulary.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { collectAt } from '../../api/collect-pages.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import classes from './admin.module.css';
import { useFarmNames } from './admin-parts.tsx';
import { DeliveryLog, EventNames, type Webhook, WebhookState } from './webhooks.tsx';

type Delivery = AnswerOf<'GET /os/webhooks/{id}/deliveries'>['data'][number];

/** A webhook: its state and its deliveries. */
export function WebhookScreen(): ReactNode {
  const { id } = useParams({ from: '/webhooks/$id' });
  const text = useText();
  const mayManage = useCan()('admin:*');
  const webhook = useQuery({
    queryKey: ['webhooks', 'get', id],
    queryFn: ({ signal }) => callRoute('GET /os/webhooks/{id}', { params: { id }, signal }),
    meta: { isPrivate: true },
    enabled: mayManage,
  });
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Answered query={webhook} title={text('webhooks.one')}>
      {(found) => (
        <Page title={found.description ?? text('webhooks.one')} aside={<Actions of={found} />}>
          <State of={found} />
          <Deliveries id={id} />
        </Page>
      )}
    </Answered>
  );
}

function State({ of: webhook }: { readonly of: Webhook }) {
  const text = useText();
  const formats = useFormats();
  const farmNames = useFarmNames();
  const { pending, held, dropped, unreadableEvents, previousSecretUntil, disabledAt } = webhook;
  return (
    <>
      {!webhook.enabled && (
        <div className={classes['trouble']}>
          <WebhookState webhook={webhook} />
          {disabledAt !== null && <> · {formats.instant(disabledAt)}</>}
          <p className={classes['hint']}>{text('webhooks.heldHint')}</p>
        </div>
      )}
      <Facts
        of={[
          [
            text('webhooks.url'),
            <bdi key="url" dir="ltr">
              {webhook.url}
            </bdi>,
          ],
          [text('webhooks.events'), <EventNames key="events" events={webhook.events} />],
          [
            text('keys.farms'),
            webhook.farmIds === null ? text('webhooks.keyFarms') : farmNames(webhook.farmIds),
          ],
          [text('webhooks.state'), <WebhookState key="state" webhook={webhook} />],
          [text('webhooks.pending'), formats.number(pending)],
          [text('webhooks.held'), formats.number(held)],
          [text('webhooks.dropped'), dropped === 0 ? null : formats.number(dropped)],
          [text('webhooks.unreadable'), unreadableEvents.join(', ')],
          [
            text('webhooks.oldSecret'),
            previousSecretUntil === null ? null : formats.instant(previousSecretUntil),
          ],
        ]}
      />
    </>
  );
}

/** Changes the address of a webhook, and enables one that was disabled because of its address. */
function Move({ of: webhook, onClose }: { readonly of: Webhook; readonly onClose: () => void }) {
  const text = useText();
  const [url, setUrl] = useState(webhook.url);
  const { id, disabledReason } = webhook;
  const isGone = disabledReason === 'gone' || disabledReason === 'failures';
  const body = { url: url.trim(), ...(isGone ? { enabled: true } : {}) };
  const move = useAct(
    () => callRoute('PATCH /os/webhooks/{id}', { params: { id }, body }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate();
  };
  return (
    <Dialog title={text('webhooks.move')} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label={text('webhooks.url')}
          type="url"
          dir="ltr"
          required
          maxLength={2000}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Refusal error={move.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={move.isPending}>
            {text('form.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Actions({ of: webhook }: { readonly of: Webhook }) {
  const text = useText();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [isReplaying, setIsReplaying] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const { id, enabled } = webhook;
  const params = { id };
  return (
    <div className={classes['actions']}>
      <ActButton
        label={text('webhooks.test')}
        work={() => callRoute('POST /os/webhooks/{id}/test', { params })}
      />
      <Button variant="default" onClick={() => setIsReplaying(true)}>
        {text('webhooks.replay')}
      </Button>
      <Button variant="default" onClick={() => setIsMoving(true)}>
        {text('webhooks.move')}
      </Button>
      <ActButton
        label={text(enabled ? 'webhooks.switchOff' : 'webhooks.switchOn')}
        work={() =>
          enabled || !webhook.disabledReason?.startsWith('owner_')
            ? callRoute('PATCH /os/webhooks/{id}', { params, body: { enabled: !enabled } })
            : callRoute('POST /os/webhooks/{id}/adopt', { params, body: {} })
        }
      />
      <ActButton
        label={text('webhooks.rotate')}
        ask={{ title: text('webhooks.rotateTitle'), text: text('webhooks.rotateText') }}
        work={() => callRoute('POST /os/webhooks/{id}/rotate-secret', { params, body: {} })}
        onDone={(rotated) => setSecret((rotated as { readonly secret?: string }).secret)}
      />
      <ActButton
        label={text('records.delete')}
        isDangerous
        ask={{
          title: text('webhooks.deleteTitle', { url: webhook.url }),
          text: text('webhooks.deleteText'),
        }}
        work={() => callRoute('DELETE /os/webhooks/{id}', { params })}
        onDone={() => navigate({ to: '/webhooks', search: preserveFarm })}
      />
      {secret !== undefined && (
        <ShownOnce secrets={{ secret }} onClose={() => setSecret(undefined)} />
      )}
      {isMoving && <Move of={webhook} onClose={() => setIsMoving(false)} />}
      {isReplaying && <Replay id={id} onClose={() => setIsReplaying(false)} />}
    </div>
  );
}

function Replay(props: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const replay = useAct(() =>
    callRoute('POST /os/webhooks/{id}/replay', {
      params: { id: props.id },
      body: {
        missing: !isWhole,
        ...(from === '' ? {} : { from }),
        ...(to === '' ? {} : { to }),
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <Dialog title={text('webhooks.replay')} onClose={props.onClose}>
      {replay.data ? (
        <output>{text('webhooks.replayed', { count: replay.data.replayed })}</output>
      ) : (
        <form onSubmit={submit} className={classes['form']}>
          <TextInput
            type="date"
            label={text('webhooks.from')}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={text('webhooks.to')}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <label>
            <input
              type="checkbox"
              checked={isWhole}
              onChange={({ currentTarget }) => setIsWhole(currentTarget.checked)}
            />
            {text('webhooks.alsoDelivered')}
          </label>
          <Refusal error={replay.error} />
          <DialogButtons>
            <Button type="submit" loading={replay.isPending}>
              {text('webhooks.replay')}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const [state, setState] = useState('');
  const [opened, setOpened] = useState<string>();
  const { list: deliveries, rest } = useGrowingList((limit) => ({
    queryKey: ['webhooks', 'deliveries', id, state, limit],
    queryFn: ({ signal }) =>
      collectAt(
        (page) =>
          callRoute('GET /os/webhooks/{id}/deliveries', {
            params: { id },
            query: { ...page, ...(state === '' ? {} : { state }) },
            signal,
          }),
        limit,
      ),
    meta: { isPrivate: true },
    // Most deliveries take a moment, and they emit no events themselves.
    refetchInterval: 3000,
  }));
  return (
    <Section
      title={text('webhooks.deliveries')}
      aside={
        <NativeSelect
          aria-label={text('webhooks.state')}
          value={state}
          data={[
            { value: '', label: text('records.any') },
            ...deliveryStates.map((value) => ({ value, label: wordOf(labels, value) })),
          ]}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        />
      }
    >
      <Answered query={deliveries}>
        {({ data }) =>
          data.length === 0 ? <Empty /> : <DeliveryTable of={data} onOpen={setOpened} />
        }
      </Answered>
      {rest}
      {opened !== undefined && <DeliveryLog id={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function DeliveryTable(props: {
  readonly of: readonly Delivery[];
  readonly onOpen: (id: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  return (
    <CardTable
      label={text('webhooks.deliveries')}
      rows={props.of}
      keyOf={({ id }) => id}
      columns={[
        { heading: text('webhooks.event'), of: ({ event }) => <bdi dir="ltr">{event}</bdi> },
        { heading: text('audit.time'), of: ({ createdAt }) => formats.instant(createdAt) },
        { heading: text('webhooks.state'), of: ({ state }) => wordOf(labels, state) },
        {
          heading: text('webhooks.attempts'),
          isNumber: true,
          of: ({ attempts }) => formats.number(attempts),
        },
        {
          heading: '',
          of: ({ id, event }) => (
            <div className={classes['actions']}>
              <Button variant="default" onClick={() => props.onOpen(id)}>
                {text('webhooks.attemptsOf')}
              </Button>
              <ActButton
                label={text('webhooks.resend')}
                about={event}
                work={() =>
                  callRoute('POST /os/webhooks/deliveries/{id}/resend', { params: { id } })
                }
              />
            </div>
          ),
        },
      ]}
    />
  );
}
