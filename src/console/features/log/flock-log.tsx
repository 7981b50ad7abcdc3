import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import type { Field } from '../../../model/core/fields.ts';
import { dailyLogs } from '../../../model/resources/daily-logs.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { leftToRight } from '../../i18n/formats.ts';
import { toHeading } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { outbox } from '../../offline/device.ts';
import { readDraft, writeDraft } from '../../offline/local-data.ts';
import type { OutboxEntry } from '../../offline/outbox.ts';
import { useWaiting, useWriter } from '../../offline/use-outbox.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { isLiveAtMost } from '../../ui/figures.tsx';
import { submitByKey } from '../../ui/keys.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { useCan } from '../../ui/page.tsx';
import { PhotoInput, Photos } from '../../ui/photos.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import classes from './log.module.css';
import {
  fieldsFor,
  findFault,
  isChanged,
  isRare,
  type LogDraft,
  type LogField,
  logLane,
  logWrite,
  newest,
  unusual,
} from './log-entry.ts';

interface FlockLogProps {
  readonly flock: Row<'flocks'>;
  readonly name: string;
  readonly hasHens: boolean;
  readonly date: string;
  readonly log: Row<'daily-logs'> | undefined;
  readonly yesterday: Row<'daily-logs'> | undefined;
  /** The photos of this log. */
  readonly photos: readonly Row<'media'>[];
}

/** The log form of a flock; typed texts are stored on the device until they are saved. */
export function FlockLog(props: FlockLogProps): ReactNode {
  const { flock, name, date, yesterday } = props;
  const text = useText();
  const formats = useFormats();
  const writer = useWriter() ?? '';
  const place = `${writer} ${logLane(flock.id, date)}`;
  const [draft, setDraft] = useState<LogDraft>(() => (readDraft(place) ?? {}) as LogDraft);
  const [doubted, setDoubted] = useState<readonly LogField[]>([]);
  const [photo, setPhoto] = useState<Blob>();
  const [isChecked, setIsChecked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const waiting = useWaiting(logLane(flock.id, date));
  const log = newest(props.log, outbox.sent(logLane(flock.id, date)));
  const fields = fieldsFor(props.hasHens);
  const type = (field: keyof LogDraft, value: string) => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    writeDraft(place, next);
  };
  const keep = (isStrict: boolean) => {
    const title = text('log.of', { flock: name, day: formats.day(date) });
    const write = logWrite(draft, { flockId: flock.id, date, log, title, isStrict, photo });
    outbox.add(writer, write).then(
      () => {
        setDraft({});
        setPhoto(undefined);
        writeDraft(place, {});
        setIsChecked(false);
        setFailure(undefined);
      },
      (error: Error) => setFailure(error.message),
    );
  };
  const save = () => {
    setIsChecked(true);
    if (fields.some((field) => findFault(field, draft[field] ?? ''))) return;
    const odd = unusual(draft, yesterday);
    if (odd.length > 0) setDoubted(odd);
    else keep(true);
  };
  return (
    <form
      className={classes['flock']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={submitByKey}
    >
      <FlockHeading flock={flock} name={name} />
      <LogFields
        fields={fields}
        draft={draft}
        stored={{ ...log, ...waiting?.call.body }}
        yesterday={yesterday}
        isChecked={isChecked}
        onType={type}
      />
      <LogPhotos photo={photo} photos={props.photos} onChange={setPhoto} />
      {failure !== undefined && <p role="alert">{text('action.failed', { reason: failure })}</p>}
      <SaveRow
        isEnabled={isChanged(draft, log) || (photo !== undefined && log !== undefined)}
        state={saveState(draft, log, waiting)}
        waiting={waiting}
      />
      {doubted.length > 0 && (
        <Doubt
          fields={doubted}
          draft={draft}
          yesterday={yesterday}
          onConfirm={() => {
            setDoubted([]);
            keep(false);
          }}
          onCancel={() => setDoubted([])}
        />
      )}
    </form>
  );
}

function FlockHeading({ flock, name }: Pick<FlockLogProps, 'flock' | 'name'>) {
  const text = useText();
  const birds = text('log.birds', { count: flock.live ?? 0 });
  return (
    <>
      <h2 dir="auto">{name}</h2>
      <p>
        <bdi>{flock.code !== null && <Words>{flock.code}</Words>}</bdi>
        {flock.live !== null &&
          ` · ${isLiveAtMost(flock) ? text('atMost', { value: birds }) : birds}`}
      </p>
    </>
  );
}

/** The save button, and the state of the log. */
function SaveRow(props: {
  readonly isEnabled: boolean;
  readonly state: ReturnType<typeof saveState>;
  readonly waiting: OutboxEntry | undefined;
}) {
  const text = useText();
  const { waiting } = props;
  return (
    <div className={classes['save']}>
      <Button type="submit" size="md" disabled={!props.isEnabled}>
        {text('log.save')}
      </Button>
      <span role="status">
        {waiting && <SeverityMark severity={waiting.problem ? 'warning' : 'info'} isShort />}{' '}
        {text(props.state)}
      </span>
    </div>
  );
}

/** The photos of a log, with an input for another one. */
function LogPhotos(props: {
  readonly photo: Blob | undefined;
  readonly photos: readonly Row<'media'>[];
  readonly onChange: (photo: Blob | undefined) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const mayAttach = useCan()('write:media');
  return (
    <>
      {mayAttach && <PhotoInput photo={props.photo} onChange={props.onChange} />}
      <Photos
        label={text('log.photos')}
        images={props.photos}
        altText={({ createdAt }) => text('photo.of', { at: formats.instant(createdAt) })}
      />
    </>
  );
}

function saveState(
  draft: LogDraft,
  log: Row<'daily-logs'> | undefined,
  waiting: { readonly problem?: unknown } | undefined,
) {
  if (isChanged(draft, log)) return 'log.unsaved';
  if (waiting) return waiting.problem ? 'log.asks' : 'log.waiting';
  return log ? 'log.saved' : 'log.missing';
}

/** The numbers and notes of a log; `stored` contains the saved values. */
function LogFields(props: {
  readonly fields: readonly LogField[];
  readonly draft: LogDraft;
  readonly stored: Readonly<Record<string, unknown>>;
  readonly yesterday: Row<'daily-logs'> | undefined;
  readonly isChecked: boolean;
  readonly onType: (field: keyof LogDraft, value: string) => void;
}) {
  const { draft, stored, onType } = props;
  const text = useText();
  const parseInput = (value: unknown) => (typeof value === 'number' ? value : null);
  const input = (field: LogField) => (
    <LogInput
      key={field}
      field={field}
      typed={draft[field]}
      stored={parseInput(stored[field])}
      before={props.yesterday?.[field] ?? null}
      isChecked={props.isChecked}
      onType={(value) => onType(field, value)}
    />
  );
  const rare = props.fields.filter(isRare);
  const isUsed = rare.some(
    (field) => (draft[field] ?? stored[field] ?? props.yesterday?.[field] ?? '') !== '',
  );
  const [isOpen, setIsOpen] = useState(isUsed);
  return (
    <>
      <div className={classes['fields']}>
        {props.fields.filter((field) => !isRare(field)).map(input)}
        <Notes
          value={draft.notes ?? String(stored['notes'] ?? '')}
          onType={(value) => onType('notes', value)}
        />
      </div>
      <details
        className={classes['more']}
        open={isOpen || isUsed}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>{text('nav.more')}</summary>
        <div className={classes['fields']}>{rare.map(input)}</div>
      </details>
    </>
  );
}

function LogInput(props: {
  readonly field: LogField;
  readonly typed: string | undefined;
  readonly stored: number | null;
  readonly before: number | null;
  readonly isChecked: boolean;
  readonly onType: (value: string) => void;
}) {
  const { field, typed, stored, before } = props;
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const fault = props.isChecked ? findFault(field, typed ?? '') : undefined;
  const definition: Field = dailyLogs.fields[field];
  return (
    <NumberInput
      size="lg"
      label={toHeading(labels, { name: field, unit: definition.unit })}
      isWhole={definition.type === 'integer'}
      text={typed ?? (stored === null ? '' : String(stored))}
      description={
        before === null
          ? text('log.noBefore')
          : text('log.before', { value: leftToRight(formats.toInput(String(before))) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={
        fault &&
        (fault.kind === 'number'
          ? text('log.number')
          : text('command.range', {
              min: formats.number(fault.min),
              max: formats.number(fault.max),
            }))
      }
      onText={props.onType}
    />
  );
}

function Notes(props: { readonly value: string; readonly onType: (value: string) => void }) {
  const { labels } = useLanguage().wording;
  return (
    <TextInput
      size="lg"
      className={classes['notes'] as string}
      label={labelOf(labels, 'notes')}
      dir="auto"
      maxLength={5000}
      value={props.value}
      onChange={({ currentTarget }) => props.onType(currentTarget.value)}
    />
  );
}

/** Asks the user about values that differ much from the day before. */
function Doubt(props: {
  readonly fields: readonly LogField[];
  readonly draft: LogDraft;
  readonly yesterday: Row<'daily-logs'> | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  return (
    <Confirm
      title={text('log.doubt')}
      action={text('log.correct')}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <ul>
        {props.fields.map((field) => (
          <li key={field}>
            {text('log.doubted', {
              field: labelOf(labels, field),
              value: leftToRight(formats.toInput(props.draft[field] ?? '')),
              before: leftToRight(formats.toInput(String(props.yesterday?.[field] ?? 0))),
            })}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
