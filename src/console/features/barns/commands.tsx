import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { Create, Row } from '../../../model/resources/registry.ts';
import { type Call, callApi, newKey } from '../../api/http.ts';
import { isPassing, listQuery, retryMillis } from '../../api/queries.ts';
import { isolated } from '../../i18n/formats.ts';
import { capitalised } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { Confirm } from '../../ui/dialog.tsx';
import items from '../../ui/items.module.css';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { CommandForm } from './command-form.tsx';

const MAX_COMMANDS = 6;
const RETRIES = 3;
/** The user name of commands issued by the service. */
const AUTOMATIC = 'brain';

/** A change that requires confirmation. */
interface CommandRequest {
  readonly title: string;
  readonly explanation: TextName;
  readonly action: TextName;
  readonly call: Call;
}

/** Past and scheduled commands of a barn's controller; each change requires confirmation. */
export function Commands({ barn }: { readonly barn: Row<'barns'> }): ReactNode {
  const text = useText();
  const words = useCommandWords();
  const mayWrite = useCan()('write:controller-commands');
  const commands = useQuery(
    listQuery('controller-commands', { barnId: barn.id, limit: MAX_COMMANDS }),
  );
  const [request, setRequest] = useState<CommandRequest>();
  const send = useSend();
  const order = (body: Create<'controller-commands'>) =>
    setRequest({
      title: words(body),
      explanation: 'command.confirm',
      action: 'command.send',
      call: { method: 'POST', path: '/controller-commands', body },
    });
  const decide = (command: Row<'controller-commands'>, status: 'approved' | 'rejected') =>
    setRequest({
      title: words(command),
      explanation: status === 'approved' ? 'command.confirm' : 'command.confirmReject',
      action: status === 'approved' ? 'command.approve' : 'command.reject',
      call: {
        method: 'PATCH',
        path: `/controller-commands/${command.id}`,
        body: { status },
        version: command.version,
      },
    });
  return (
    <Section title={text('barn.commands')}>
      <Answered query={commands}>
        {({ data }) => (
          <>
            {data.length === 0 && <Empty>{text('command.none')}</Empty>}
            <ul className={items['list']}>
              {data.map((command) => (
                <CommandItem key={command.id} {...{ command, decide, mayWrite }} />
              ))}
            </ul>
          </>
        )}
      </Answered>
      {mayWrite && <CommandForm barnId={barn.id} onOrder={order} />}
      {request && (
        <Confirm
          title={request.title}
          action={text(request.action)}
          isDangerous={request.action !== 'command.reject'}
          onCancel={() => setRequest(undefined)}
          onConfirm={() => {
            setRequest(undefined);
            send.mutate({ ...request.call, idempotencyKey: newKey() });
          }}
        >
          <p>{text(request.explanation, { barn: barn.name ?? barn.id })}</p>
        </Confirm>
      )}
    </Section>
  );
}

/** Sends a call until its outcome is known, and reports a failure. */
function useSend() {
  const text = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (call: Call) => callApi(call),
    retry: (failures, error) => failures < RETRIES && isPassing(error),
    retryDelay: (failures, error) => retryMillis(error) ?? 1000 * 2 ** failures,
    onError: (error) =>
      notifications.show({
        color: 'red',
        message: text('action.failed', { reason: error.message }),
        autoClose: false,
      }),
    onSettled: () => queries.invalidateQueries(),
  });
}

function CommandItem(props: {
  readonly command: Row<'controller-commands'>;
  readonly mayWrite: boolean;
  readonly decide: (command: Row<'controller-commands'>, to: 'approved' | 'rejected') => void;
}) {
  const { command, mayWrite, decide } = props;
  const text = useText();
  const formats = useFormats();
  const words = useCommandWords();
  const { labels } = useLanguage().wording;
  const reasons = [...(command.reason ?? []), ...(command.error === null ? [] : [command.error])];
  return (
    <li className={items['item']}>
      <div className={items['what']}>
        <strong>{words(command)}</strong>
        <p>
          {command.status !== null && wordOf(labels, command.status, 'controller-commands')} ·{' '}
          {formats.instant(command.createdAt)}
          {command.requestedBy !== null && (
            <>
              {' · '}
              <bdi>
                {command.requestedBy === AUTOMATIC
                  ? wordOf(labels, 'brain_scan')
                  : command.requestedBy}
              </bdi>
            </>
          )}
        </p>
        <Reasons of={reasons} />
      </div>
      {mayWrite && command.status === 'pending' && (
        <Button.Group>
          <Button onClick={() => decide(command, 'approved')}>{text('command.approve')}</Button>
          <Button variant="default" onClick={() => decide(command, 'rejected')}>
            {text('command.reject')}
          </Button>
        </Button.Group>
      )}
    </li>
  );
}

/** A command in words: `Set temperature: 26.5 °C`. */
function useCommandWords(): (command: {
  readonly command: string;
  readonly params?: unknown;
}) => string {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const withUnit = useWithUnit();
  return ({ command, params }) => {
    const values = typeof params === 'object' && params !== null ? Object.entries(params) : [];
    const shown = values.map(([name, value]) => {
      const number = typeof value === 'number' ? formats.number(value) : String(value);
      // A unit that is a word, such as hours, has its own text direction.
      return isolated(withUnit(number, UNITS[name] ?? name, Number(value)));
    });
    const word = capitalised(wordOf(labels, command));
    return shown.length === 0 ? word : text('labelled', { label: word, value: shown.join(', ') });
  };
}

const UNITS: Readonly<Record<string, string>> = { c: '°C', pct: '%', hours: 'hours' };
