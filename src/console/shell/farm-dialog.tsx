import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../api/answers.ts';
import { useLanguage } from '../i18n/language.tsx';
import { ChoiceDialog, holdsWords } from './choice-dialog.tsx';

/** Chooses one of many farms by its name. */
export function FarmDialog(props: {
  readonly farms: AnswerOf<'GET /me'>['farms'];
  readonly onChoose: (farmId: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { text, language } = useLanguage().wording;
  const [typed, setTyped] = useState('');
  const isAsked = holdsWords(typed, language);
  return (
    <ChoiceDialog
      title={text('farm.choose')}
      hint={text('records.search')}
      typed={typed}
      onTyped={setTyped}
      choices={props.farms
        .filter(({ name }) => isAsked(name))
        .map(({ id, name }) => ({
          key: id,
          label: name,
          kind: '',
          choose: () => {
            props.onClose();
            props.onChoose(id);
          },
        }))}
      onClose={props.onClose}
    />
  );
}
