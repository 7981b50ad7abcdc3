import { isPhoneCountry, type PhoneCountry } from '../../tools/phone-number.ts';

const DEFAULT_COUNTRY = 'IL';

/** Zones whose country the currency does not tell, as with the euro. */
const COUNTRY_OF_ZONE: Readonly<Record<string, PhoneCountry>> = {
  'Asia/Bangkok': 'TH',
  'Asia/Shanghai': 'CN',
  'Asia/Nicosia': 'CY',
  'Atlantic/Azores': 'PT',
  'Atlantic/Canary': 'ES',
  'Atlantic/Madeira': 'PT',
  'Europe/Amsterdam': 'NL',
  'Europe/Athens': 'GR',
  'Europe/Berlin': 'DE',
  'Europe/Bratislava': 'SK',
  'Europe/Brussels': 'BE',
  'Europe/Dublin': 'IE',
  'Europe/Helsinki': 'FI',
  'Europe/Lisbon': 'PT',
  'Europe/Ljubljana': 'SI',
  'Europe/Luxembourg': 'LU',
  'Europe/Madrid': 'ES',
  'Europe/Malta': 'MT',
  'Europe/Paris': 'FR',
  'Europe/Riga': 'LV',
  'Europe/Rome': 'IT',
  'Europe/Tallinn': 'EE',
  'Europe/Vienna': 'AT',
  'Europe/Vilnius': 'LT',
  'Europe/Zagreb': 'HR',
};

/** The country of numbers written without one: by the zone, else by the currency, else Israel. */
export function phoneCountry(zone: string, currency?: string): PhoneCountry {
  const ofZone = Object.hasOwn(COUNTRY_OF_ZONE, zone) ? COUNTRY_OF_ZONE[zone] : undefined;
  if (ofZone) return ofZone;
  // The code of a currency begins with that of its country, where it has one country.
  const ofCurrency = currency?.slice(0, 2) ?? DEFAULT_COUNTRY;
  return isPhoneCountry(ofCurrency) ? ofCurrency : DEFAULT_COUNTRY;
}
