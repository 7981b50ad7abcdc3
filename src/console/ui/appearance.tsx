import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Language, languages } from '../../model/core/message.ts';
import { useLanguage } from '../i18n/language.tsx';
import { LANGUAGE_NAMES } from '../i18n/texts.ts';
import classes from './appearance.module.css';

/** Selects the language and the colours of the console. */
export function Appearance(): ReactNode {
  const { wording, choose } = useLanguage();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const speak = (language: Language) => {
    choose(language);
    // Texts of records, such as alerts, are in the language of the reader.
    void queries.invalidateQueries();
  };
  return (
    <div className={classes['appearance']}>
      <NativeSelect
        aria-label={wording.text('language.choose')}
        value={wording.language}
        data={languages.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        onChange={({ currentTarget }) => speak(currentTarget.value as Language)}
      />
      <NativeSelect
        aria-label={wording.text('scheme.choose')}
        value={colorScheme}
        data={(['auto', 'light', 'dark'] as const).map((scheme) => ({
          value: scheme,
          label: wording.text(`scheme.${scheme}`),
        }))}
        onChange={({ currentTarget }) =>
          setColorScheme(currentTarget.value as 'auto' | 'light' | 'dark')
        }
      />
    </div>
  );
}
