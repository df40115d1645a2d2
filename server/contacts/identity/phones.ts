import { type CountryCode, isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";

/** Fewer digits than this say nothing about a person: extensions, codes, typing errors. */
const leastDigits = 7;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function countryOf(country: string | undefined): CountryCode | undefined {
  const code = country?.trim().toUpperCase();
  return code && isSupportedCountry(code) ? code : undefined;
}

function possible(number: PhoneNumber | undefined): PhoneNumber | undefined {
  return number?.isPossible() ? number : undefined;
}

/** Mexico dropped its 1 after the country code and its national 01, 044 and 045; people and WhatsApp still write them. */
function withoutMexicanPrefix(text: string, country: CountryCode | undefined): string {
  const digits = digitsOf(text);
  if (/^521\d{10}$/.test(digits)) return `+52${digits.slice(3)}`;
  const national = country === "MX" && !text.startsWith("+") ? /^(?:01|044|045)(\d{10})$/.exec(digits) : null;
  return national ? `+52${national[1]}` : text;
}

/**
 * Reads a number as people and platforms write it: with + or 00, nationally (of the company's country), or as bare
 * digits that begin with a country code, as WhatsApp does.
 */
function parse(phone: string, country: CountryCode | undefined): PhoneNumber | undefined {
  const text = withoutMexicanPrefix(phone.trim().replace(/^00(?=[1-9])/, "+"), country);
  if (text.startsWith("+")) return possible(parsePhoneNumberFromString(text));
  const national = parsePhoneNumberFromString(text, country);
  if (national?.isValid()) return national;
  const foreign = parsePhoneNumberFromString(`+${digitsOf(text)}`);
  return foreign?.isValid() ? foreign : possible(national);
}

/** Digits with country code; "" when the number cannot be read. */
export function internationalDigits(phone: string, country?: string): string {
  return parse(phone, countryOf(country))?.number.slice(1) ?? "";
}

/**
 * The other shape of the same mobile line (channels.md section 7): Brazil's ninth digit, Argentina's 9 and Mexico's 1
 * after the country code. Undefined where a number has only one shape.
 */
function variantOf(digits: string): string | undefined {
  const brazilNew = /^55(\d{2})9([6-9]\d{7})$/.exec(digits);
  if (brazilNew) return `55${brazilNew[1]}${brazilNew[2]}`;
  const brazilOld = /^55(\d{2})([6-9]\d{7})$/.exec(digits);
  if (brazilOld) return `55${brazilOld[1]}9${brazilOld[2]}`;
  const argentina = /^54(9?)(\d{10})$/.exec(digits);
  if (argentina) return argentina[1] ? `54${argentina[2]}` : `549${argentina[2]}`;
  const mexico = /^52(1?)(\d{10})$/.exec(digits);
  if (mexico) return mexico[1] ? `52${mexico[2]}` : `521${mexico[2]}`;
  return undefined;
}

/**
 * Everything a number may be found under: two numbers are the same line exactly when they share a key. Empty when it
 * holds too few digits to tell.
 */
export function phoneKeys(phone: string, country?: string, international = ""): string[] {
  const digits = digitsOf(international) || internationalDigits(phone, country) || digitsOf(phone);
  if (digits.length < leastDigits) return [];
  const variant = variantOf(digits);
  return variant === undefined ? [digits] : [digits, variant].sort();
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
