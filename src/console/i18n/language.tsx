import { DirectionProvider } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { withUnit } from '../../i18n/labels.ts';
import { type Language, languages } from '../../model/core/message.ts';
import { createFormats, type Formats } from './formats.ts';
import { loadWording, type Wording } from './texts.ts';

interface Speech {
  readonly wording: Wording;
  choose(language: Language): void;
}

const SpeechContext = createContext<Speech | undefined>(undefined);
const ZoneContext = createContext('UTC');

const STORED = 'farmctl.language';

/** The stored language, or else the first supported one of the browser. */
export function chosenLanguage(): Language {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages];
  for (const tag of wanted) {
    const known = languages.find((language) => language === tag?.slice(0, 2));
    if (known) return known;
  }
  return 'en';
}

/** Provides the language and its direction. */
export function LanguageProvider(props: {
  readonly initial: Wording;
  readonly children: ReactNode;
}): ReactNode {
  const [wording, setWording] = useState(props.initial);
  useEffect(() => {
    document.documentElement.lang = wording.language;
    document.documentElement.dir = wording.direction;
  }, [wording]);
  const speech = useMemo(
    () => ({
      wording,
      choose(language: Language) {
        localStorage.setItem(STORED, language);
        loadWording(language).then(setWording, () => {});
      },
    }),
    [wording],
  );
  return (
    <SpeechContext value={speech}>
      <DirectionProvider
        key={wording.direction}
        initialDirection={wording.direction}
        detectDirection={false}
      >
        {props.children}
      </DirectionProvider>
    </SpeechContext>
  );
}

/** Provides the time zone of a farm. */
export function ZoneProvider(props: {
  readonly zone: string;
  readonly children: ReactNode;
}): ReactNode {
  return <ZoneContext value={props.zone}>{props.children}</ZoneContext>;
}

/** The language, and a function that changes it. */
export function useLanguage(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('There is no LanguageProvider around this.');
  return speech;
}

/** The texts of the language. */
export function useText(): Wording['text'] {
  return useLanguage().wording.text;
}

/** Formats of numbers, days and moments in the language and the farm's time zone. */
export function useFormats(): Formats {
  const { wording } = useLanguage();
  const zone = use(ZoneContext);
  return useMemo(() => createFormats(wording.language, zone), [wording.language, zone]);
}

/** Writes a numeric text with its unit, if any, in the format of the language. */
export function useWithUnit(): (
  number: string,
  unit: string | null | undefined,
  count?: number,
) => string {
  const { wording } = useLanguage();
  return (number, unit, count = 0) => (unit ? withUnit(wording, { number, unit, count }) : number);
}

/** The time zone of the farm. */
export function useZone(): string {
  return use(ZoneContext);
}
