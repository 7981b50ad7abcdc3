import { Button, NativeSelect, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { meQuery } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { useText } from '../../i18n/language.tsx';
import { outbox } from '../../offline/device.ts';
import { readDraft, writeDraft } from '../../offline/local-data.ts';
import type { OutboxDraft } from '../../offline/outbox.ts';
import { useWriter } from '../../offline/use-outbox.tsx';
import { useCan } from '../../ui/page.tsx';
import { PhotoInput } from '../../ui/photos.tsx';
import classes from './work.module.css';

const MAX_FLOCKS = 1000;

interface ReportDraft {
  readonly words?: string;
  readonly barnId?: string;
}

/** A report or question from the field, with a photo; can also be written offline. */
export function NewReport(props: {
  readonly farmId: string;
  readonly onClose: () => void;
}): ReactNode {
  const { farmId, onClose } = props;
  const text = useText();
  const mayAttach = useCan()('write:media');
  const writer = useWriter() ?? '';
  const { data: me } = useQuery(meQuery);
  const barns = useQuery(listQuery('barns', { farmId, limit: MAX_FLOCKS }));
  const place = `${writer} report ${farmId}`;
  const [draft, setDraft] = useState<ReportDraft>(() => (readDraft(place) ?? {}) as ReportDraft);
  const [photo, setPhoto] = useState<Blob>();
  const [failure, setFailure] = useState<string>();
  const type = (change: ReportDraft) => {
    const next = { ...draft, ...change };
    setDraft(next);
    writeDraft(place, next);
  };
  const words = draft.words?.trim() ?? '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    const title = text('report.title', { text: words.slice(0, 60) });
    const write = reportWrite({ farmId, title, words, barnId: draft.barnId, photo });
    const author = me?.user ? { authorName: me.user.name } : {};
    const call = { ...write.call, body: { ...write.call.body, ...author } };
    outbox.add(writer, { ...write, call }).then(
      () => {
        writeDraft(place, {});
        notifications.show({ message: text('report.kept') });
        onClose();
      },
      (error: Error) => setFailure(error.message),
    );
  };
  return (
    <form className={classes['report']} onSubmit={save}>
      <Textarea
        label={text('report.text')}
        dir="auto"
        rows={3}
        maxLength={10_000}
        autoFocus
        value={draft.words ?? ''}
        onChange={({ currentTarget }) => type({ words: currentTarget.value })}
      />
      <NativeSelect
        label={text('report.barn')}
        value={draft.barnId ?? ''}
        data={[
          { value: '', label: text('report.noBarn') },
          ...(barns.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
        ]}
        onChange={({ currentTarget }) => type({ barnId: currentTarget.value })}
      />
      {mayAttach && <PhotoInput photo={photo} onChange={setPhoto} />}
      {failure !== undefined && <p role="alert">{text('action.failed', { reason: failure })}</p>}
      <div className={classes['buttons']}>
        <Button type="submit" disabled={words === ''}>
          {text('report.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {text('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The write of a report. */
function reportWrite(of: {
  readonly farmId: string;
  readonly title: string;
  readonly words: string;
  readonly barnId: string | undefined;
  readonly photo: Blob | undefined;
}): OutboxDraft {
  const { farmId, title, words, barnId, photo } = of;
  const place = barnId ? { farmId, barnId } : { farmId };
  const media = { ...place, name: title, kind: 'image', source: 'upload', category: 'other' };
  return {
    lane: `field-reports ${newKey()}`,
    title,
    call: {
      method: 'POST',
      path: '/field-reports',
      body: { ...place, rawText: words, source: 'web' },
      ...(photo ? { photo: { content: photo, media } } : {}),
    },
  };
}
