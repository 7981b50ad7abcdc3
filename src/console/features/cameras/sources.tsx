import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { devices } from '../../../model/resources/devices.ts';
import { callRoute } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { FieldInput } from '../../fields/field-input.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import items from '../../ui/items.module.css';
import { Section, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { Cameras } from './camera-alerts.tsx';

type Source = Cameras['unregistered'][number];
type Connection = Cameras['connections'][number];

/** Sources that send without being registered, each with a button to register it as a camera. */
export function Unregistered(props: {
  readonly farmId: string;
  readonly sources: readonly Source[];
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const mayAdopt = useCan()('write:devices');
  const [adopted, setAdopted] = useState<Source>();
  if (props.sources.length === 0) return null;
  return (
    <Section title={text('cameras.unregistered')}>
      <ul className={items['list']}>
        {props.sources.map((source) => (
          <li key={source.source} className={items['item']}>
            <SeverityMark severity="warning" isShort />
            <div className={items['what']}>
              <strong>
                <bdi>{source.source}</bdi>
              </strong>
              <p>
                {text('cameras.heard', {
                  events: source.events,
                  at: formats.instant(source.lastSeen),
                })}
                {source.barn !== null && <> · {source.barn}</>}
              </p>
            </div>
            {mayAdopt && (
              <Button variant="default" onClick={() => setAdopted(source)}>
                {text('cameras.adopt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {adopted && (
        <AdoptDialog farmId={props.farmId} source={adopted} onClose={() => setAdopted(undefined)} />
      )}
    </Section>
  );
}

const { name: nameField, barnId: barnField } = devices.fields;

function AdoptDialog(props: {
  readonly farmId: string;
  readonly source: Source;
  readonly onClose: () => void;
}) {
  const { farmId, source, onClose } = props;
  const text = useText();
  const [name, setName] = useState(source.source);
  const [barnId, setBarnId] = useState(source.barnId ?? '');
  const [idempotencyKey] = useState(newKey);
  const adopt = useAct(
    () =>
      callRoute('POST /os/cameras/adopt', {
        body: {
          farmId,
          source: source.source,
          name: name.trim() === '' ? null : name.trim(),
          barnId: barnId === '' ? null : barnId,
        },
        idempotencyKey,
      }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adopt.mutate();
  };
  return (
    <Dialog title={text('cameras.adopt')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <p>{text('cameras.adoptText')}</p>
        <FieldInput name="name" field={nameField} text={name} onText={setName} />
        <FieldInput name="barnId" field={barnField} text={barnId} onText={setBarnId} />
        <Refusal error={adopt.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={adopt.isPending}>
            {text('cameras.adopt')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The connections used by cameras; a new token is shown once. */
export function Connections(props: { readonly connections: readonly Connection[] }): ReactNode {
  const text = useText();
  const [token, setToken] = useState<string>();
  if (props.connections.length === 0) return null;
  return (
    <Section title={text('cameras.connections')}>
      <ul className={items['list']}>
        {props.connections.map((connection) => (
          <ConnectionItem
            key={connection.integrationId}
            connection={connection}
            onToken={setToken}
          />
        ))}
      </ul>
      {token !== undefined && (
        <ShownOnce secrets={{ tokenPrefix: token }} onClose={() => setToken(undefined)} />
      )}
    </Section>
  );
}

function ConnectionItem(props: {
  readonly connection: Connection;
  readonly onToken: (token: string | undefined) => void;
}) {
  const { connection } = props;
  const { integrationId: id, status, vendor, lastSuccessAt, tokenPrefix } = connection;
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const mayRenew = useCan()('admin:*');
  const name = connection.name ?? id;
  const facts = [
    vendor,
    connection.barn,
    status && wordOf(labels, status, 'integrations'),
    lastSuccessAt && text('cameras.lastData', { at: formats.instant(lastSuccessAt) }),
    tokenPrefix && text('cameras.token', { prefix: tokenPrefix }),
  ].filter(Boolean);
  return (
    <li className={items['item']}>
      <SeverityMark severity={connection.consecutiveFailures > 0 ? 'warning' : 'ok'} isShort />
      <div className={items['what']}>
        <Link to="/integrations/$id" params={{ id }} search={preserveFarm} dir="auto">
          {name}
        </Link>
        <p dir="auto">{facts.join(' · ')}</p>
      </div>
      {mayRenew && (
        <ActButton
          label={text('cameras.newToken')}
          about={name}
          ask={{ title: name, text: text('cameras.newTokenText') }}
          isDangerous
          work={() => callRoute('POST /os/cameras/{id}/token', { params: { id } })}
          onDone={({ cameraToken }) => props.onToken(cameraToken)}
        />
      )}
    </li>
  );
}
