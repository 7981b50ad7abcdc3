import { type ReactNode, useMemo, useState } from 'react';
import type { Language } from '../../model/core/message.ts';
import type { AnswerOf } from '../api/answers.ts';
import { useLanguage } from '../i18n/language.tsx';
import { ChoiceDialog, holdsWords } from './choice-dialog.tsx';

type Farms = AnswerOf<'GET /me'>['farms'];

/** Chooses one of many farms by its name. */
export function FarmDialog(props: {
  readonly farms: Farms;
  readonly onChoose: (farmId: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { text, language } = useLanguage().wording;
  const [typed, setTyped] = useState('');
  const isAsked = holdsWords(typed, language);
  const farms = useMemo(() => inOrder(props.farms, language), [props.farms, language]);
  return (
    <ChoiceDialog
      title={text('farm.choose')}
      hint={text('records.search')}
      typed={typed}
      onTyped={setTyped}
      choices={farms
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

/** By name as people count: Farm 2 is before Farm 10. */
function inOrder(farms: Farms, language: Language): Farms {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return farms.toSorted((one, other) => compare(one.name, other.name));
}
