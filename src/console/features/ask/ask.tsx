import { Button, Loader, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '../../../model/core/limits.ts';
import { callRoute } from '../../api/answers.ts';
import { RETRYING } from '../../api/changes.tsx';
import { newKey } from '../../api/http.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useText } from '../../i18n/language.tsx';
import { Refusal } from '../../ui/act.tsx';
import { FarmClock, useFarm } from '../../ui/farm.tsx';
import { Empty, Forbidden, Page, useCan } from '../../ui/page.tsx';
import classes from './ask.module.css';
import { useConversation } from './conversation.ts';
import { Question, TurnView } from './turn.tsx';

/** Questions about the farm in plain language, answered from its records. */
export function Ask(): ReactNode {
  const mayAsk = useCan()('ai:ask');
  const farm = useFarm();
  if (!mayAsk) return <Forbidden scope="ai:ask" />;
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <Conversation farmId={farm.id} />
    </FarmClock>
  );
}

function Conversation({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const { turns, add, change, clear } = useConversation(farmId);
  const ask = useMutation({
    mutationFn: ({ question, id }: { readonly question: string; readonly id: string }) => {
      const conversationId = turns.at(-1)?.answer.conversationId;
      const body = { farmId, question, ...(conversationId ? { conversationId } : {}) };
      return callRoute('POST /ask', { body, idempotencyKey: id });
    },
    ...RETRYING,
    onSuccess: (answer, { id, question }) => add({ id, question, answer, at: serviceNow() }),
  });
  const send = (question: string) => ask.mutate({ question, id: newKey() });
  const end = useRef<HTMLDivElement>(null);
  const shown = turns.length + (ask.isPending ? 1 : 0);
  useEffect(() => {
    if (shown > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [shown]);
  const last = turns.at(-1);
  const isLost = last?.answer.understood['intent'] === null && !last.answer.clarify;
  return (
    <Page
      title={text('nav.ask')}
      aside={
        turns.length > 0 && (
          <Button variant="default" onClick={clear}>
            {text('ask.restart')}
          </Button>
        )
      }
    >
      <div className={classes['conversation']}>
        {turns.length === 0 && !ask.isPending && <p>{text('ask.intro')}</p>}
        <div role="log" aria-label={text('nav.ask')}>
          <ol className={classes['turns']}>
            {turns.map((turn) => (
              <TurnView
                key={turn.id}
                turn={turn}
                isLast={turn === last}
                isBusy={ask.isPending}
                onAsk={send}
                onChange={(changes) => change(turn.id, changes)}
              />
            ))}
            {ask.variables && (ask.isPending || ask.isError) && (
              <li className={classes['turn']}>
                <Question text={ask.variables.question} />
                {ask.isPending && <Loader size="sm" aria-label={text('state.loading')} />}
                <Refusal error={ask.error} />
                {ask.isError && (
                  <Button variant="default" onClick={() => ask.mutate(ask.variables)}>
                    {text('state.retry')}
                  </Button>
                )}
              </li>
            )}
          </ol>
        </div>
        {(turns.length === 0 || isLost) && <Suggestions isBusy={ask.isPending} onAsk={send} />}
        <AskForm isBusy={ask.isPending} onAsk={send} />
        <div ref={end} className={classes['end']} />
      </div>
    </Page>
  );
}

const SUGGESTIONS = [1, 2, 3, 4, 5, 6] as const;

function Suggestions(props: {
  readonly isBusy: boolean;
  readonly onAsk: (question: string) => void;
}) {
  const text = useText();
  return (
    <ul className={classes['choices']} aria-label={text('ask.suggestions')}>
      {SUGGESTIONS.map((index) => {
        const question = text(`ask.suggest.${index}`);
        return (
          <li key={index}>
            <Button variant="default" disabled={props.isBusy} onClick={() => props.onAsk(question)}>
              {question}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function AskForm(props: { readonly isBusy: boolean; readonly onAsk: (question: string) => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = typed.trim();
    if (question === '' || props.isBusy) return;
    props.onAsk(question);
    setTyped('');
  };
  return (
    <form className={classes['form']} onSubmit={submit}>
      <TextInput
        aria-label={text('ask.question')}
        placeholder={text('ask.question')}
        dir="auto"
        maxLength={limits.questionLength}
        enterKeyHint="send"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''} loading={props.isBusy}>
        {text('ask.send')}
      </Button>
    </form>
  );
}
