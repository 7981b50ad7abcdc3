import { type ReactNode, useMemo, useState } from 'react';
import type { Language } from '../../model/core/message.ts';
import { useLanguage } from '../i18n/language.tsx';
import { type Farm, useAllFarms } from '../ui/farm.tsx';
import { ChoiceDialog, containsWords } from './choice-dialog.tsx';

/** Selects one of many farms by name. */
export function FarmDialog(props: {
  readonly onChoose: (farmId: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { text, language } = useLanguage().wording;
  const [typed, setTyped] = useState('');
  const isAsked = containsWords(typed, language);
  const all = useAllFarms();
  const farms = useMemo(() => inOrder(all, language), [all, language]);
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

/** By name in numeric order: Farm 2 is before Farm 10. */
function inOrder(farms: readonly Farm[], language: Language): readonly Farm[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return farms.toSorted((one, other) => compare(one.name, other.name));
}
