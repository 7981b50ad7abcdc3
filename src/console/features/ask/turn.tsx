import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/language.tsx';
import { textDirection } from '../../i18n/texts.ts';
import { FixLink } from '../../ui/fix-link.tsx';
import classes from './ask.module.css';
import { type Answer, nextQuestion, type Turn } from './conversation.ts';
import { FactList } from './facts.tsx';
import { Proposal } from './proposal.tsx';

/** A question and its answer, with its facts, choices and proposed action. */
export function TurnView(props: {
  readonly turn: Turn;
  readonly isLast: boolean;
  readonly isBusy: boolean;
  readonly onAsk: (question: string) => void;
  readonly onChange: (changes: Partial<Turn>) => void;
}): ReactNode {
  const { turn, isLast, onAsk } = props;
  const { answer, question } = turn;
  const text = useText();
  const formats = useFormats();
  const at = new Date(turn.at).toISOString();
  return (
    <li className={classes['turn']}>
      <Question text={question} />
      <div className={classes['answer']}>
        <p className={classes['words']} dir={textDirection(answer.lang)} lang={answer.lang}>
          {answer.answer}
        </p>
        <Doubts answer={answer} />
        {answer.action && <Proposal turn={turn} action={answer.action} onChange={props.onChange} />}
        {answer.clarify && isLast && (
          <ul className={classes['choices']} aria-label={text('ask.choose')}>
            {answer.clarify.map((choice) => (
              <li key={`${choice.kind} ${choice.id}`}>
                <Button
                  variant="default"
                  disabled={props.isBusy}
                  onClick={() => onAsk(nextQuestion(question, choice, answer.clarify ?? []))}
                >
                  <bdi lang={answer.lang}>{choice.label}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Missing missing={answer.missing ?? []} lang={answer.lang} />
        <FactList facts={answer.facts} lang={answer.lang} />
        <p className={classes['meta']}>
          <time dateTime={at}>{formats.time(at)}</time>
          {answer.mode === 'model' && <span>{text('ask.byModel')}</span>}
          <button type="button" disabled={props.isBusy} onClick={() => onAsk(question)}>
            {text('ask.again')}
          </button>
        </p>
      </div>
    </li>
  );
}

export function Question(props: { readonly text: string }): ReactNode {
  const text = useText();
  return (
    <p className={classes['question']} dir="auto">
      <span className={classes['hidden']}>{text('ask.youAsked')} </span>
      {props.text}
    </p>
  );
}

/** Reasons why an answer is incomplete. */
function Doubts({ answer }: { readonly answer: Answer }) {
  const text = useText();
  return (
    <>
      {answer.degraded && <p className={classes['note']}>{text('ask.degraded')}</p>}
      {(answer.needs ?? []).length > 0 && (
        <p className={classes['note']}>
          {text('ask.needs')} <code>{answer.needs?.join(', ')}</code>
        </p>
      )}
    </>
  );
}

/** Missing data, each with the form to enter it. */
function Missing(props: {
  readonly missing: NonNullable<Answer['missing']>;
  readonly lang: string;
}) {
  const text = useText();
  if (props.missing.length === 0) return null;
  return (
    <div className={classes['note']}>
      <strong>{text('ask.missing')}</strong>
      <ul>
        {props.missing.map(({ message, fix }) => (
          <li key={message}>
            <span dir="auto" lang={props.lang}>
              {message}
            </span>{' '}
            <FixLink fix={fix} />
          </li>
        ))}
      </ul>
    </div>
  );
}
