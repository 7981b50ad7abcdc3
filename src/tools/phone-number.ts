import parsePhoneNumber, { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';

/** A country as telephone numbers know it, ISO 3166 alpha 2. */
export type PhoneCountry = CountryCode;

/** Whether telephone numbers of this country are known. */
export function isPhoneCountry(code: string): code is PhoneCountry {
  return isSupportedCountry(code);
}

/**
 * The number in international form, `+972501234567`; numbers without a country code are those of
 * `country`. Undefined when the text holds no number that can exist.
 */
export function toE164(text: string, country: PhoneCountry): string | undefined {
  const parsed = parsePhoneNumber(text, country);
  return parsed?.isValid() ? parsed.number : undefined;
}
