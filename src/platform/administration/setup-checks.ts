import countryToCurrency from 'country-to-currency';
import { findBreed } from '../../farming/standards/breed-lookup.ts';
import { breedNames, breedTables } from '../../farming/standards/breed-tables.ts';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';

/** The breeds that have a table, as people call them. */
export const knownBreeds = breedNames.map((breed) => {
  const { title, kind } = breedTables[breed];
  return { name: title, kind };
});

/**
 * Why a breed was probably not written as it was meant, with the nearest one that has a table;
 * undefined where it has one, or is like none of them.
 */
export function breedProblem(name: string): Message | undefined {
  if (isBreed(name)) return undefined;
  const titles = breedNames.map((breed) => breedTables[breed].title);
  const near = nearestWord(name, titles);
  return near === undefined ? undefined : message('init.noBreed', { name, near });
}

/** Whether flocks of the breed are compared with a standard. */
export function isBreed(name: string): boolean {
  return findBreed(name) !== undefined;
}

const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether the text is the code of a currency, such as EUR, in capitals. */
export function isCurrency(text: string): boolean {
  return known.has(text);
}

/** The currency of the country in which a time zone lies; undefined for zones of no country. */
export function currencyOfZone(zone: string): string | undefined {
  const names = [
    zone,
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
  ];
  const found = Object.entries(countryToCurrency).find(([country]) =>
    zonesOf(country).some((name) => names.includes(name)),
  );
  return found && isCurrency(found[1]) ? found[1] : undefined;
}

/** A getter up to Node 22, a method from then on. */
interface LocaleZones extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

/** By country: to ask for those of one takes two milliseconds, and there are 250. */
const zones = new Map<string, readonly string[]>();

function zonesOf(country: string): readonly string[] {
  const known = zones.get(country);
  if (known) return known;
  const locale: LocaleZones = new Intl.Locale('und', { region: country });
  const found = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  zones.set(country, found);
  return found;
}
