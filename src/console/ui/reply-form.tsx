import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Row } from '../../model/resources/registry.ts';
import { newKey } from '../api/http.ts';
import { useText } from '../i18n/language.tsx';
import { useChange } from '../offline/use-change.ts';
import classes from './items.module.css';

/** The fields of a field report required for a reply. */
export interface RepliedReport {
  readonly id: string;
  readonly rawText: string;
  readonly status: string | null;
  readonly isQuestion: boolean | null;
  readonly replyText: string | null;
}

/** A reply to a report or question of a worker; it can be undone. */
export function ReplyForm(props: {
  readonly report: RepliedReport;
  readonly onClose: () => void;
}): ReactNode {
  const { id, rawText, status, isQuestion, replyText } = props.report;
  const text = useText();
  const change = useChange<'field-reports'>();
  const [reply, setReply] = useState(replyText ?? '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A rule of the service marks a question with a reply as answered.
    const body = {
      replyText: reply.trim(),
      ...(isQuestion ? {} : { status: 'answered' as const }),
    };
    const undo = { status: (status ?? 'new') as Row<'field-reports'>['status'], replyText };
    const title = rawText.slice(0, 60);
    change.mutate(
      {
        key: newKey(),
        change: { resource: 'field-reports', id, body, undo, messageName: 'work.replied', title },
      },
      { onSuccess: props.onClose },
    );
  };
  return (
    <form onSubmit={send}>
      <Textarea
        label={text('work.reply')}
        dir="auto"
        rows={3}
        autoFocus
        value={reply}
        onChange={({ currentTarget }) => setReply(currentTarget.value)}
      />
      <div className={classes['buttons']}>
        <Button type="submit" disabled={reply.trim() === ''} loading={change.isPending}>
          {text('work.send')}
        </Button>
        <Button variant="default" onClick={props.onClose}>
          {text('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}
