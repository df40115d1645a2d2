import { guessesLog10, isKnownPassword } from "#server/config/guessing.ts";
import { isExposedPassword } from "#server/core/published-password.ts";

/** As a power of ten. Eight random characters are above it; the 49,000 passwords of the list and their variants below. */
const fewestGuesses = 7;
const longestListed = 32;

/** Passwords that are guessed first in our users' languages, beyond the general list. */
const guessedFirst = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 9876543210 987654321 87654321 11111111 111111111 1111111111
  00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888 99999999 11223344 1122334455 12341234
  12344321 123123123 123321123 147258369 741852963 789456123 159753456 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4
  q1w2e3r4t5 qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwerty12345 asdfghjk asdfghjkl
  asdf1234 zxcvbnm123 zaq12wsx zaq1zaq1 password password1 password12 password123 password1234 passw0rd passw0rd1
  p@ssw0rd p@ssword pa55word pa$$word passwort passwort1 motdepasse contraseña contrasena contraseña1 clave123
  clave1234 administrator admin123 admin1234 admin12345 adminadmin administrador changeme changeme1 changeme123
  letmein1 letmein123 welcome1 welcome12 welcome123 bienvenido bienvenidos iloveyou iloveyou1 iloveyou2 teamo123
  teamomucho tequiero princess princess1 princesa sunshine sunshine1 football football1 futbol123 baseball baseball1
  basketball superman superman1 batman123 starwars trustno1 whatever whatever1 computer computer1 internet samsung1
  michelle jennifer jonathan charlie1 jordan23 corvette mercedes maverick danielle victoria alexander alejandro
  fernando santiago barcelona realmadrid boca1234 riverplate bocajuniors argentina mexico123 colombia liverpool
  liverpool1 chocolate butterfly blink182 michael1 dragon123 monkey123 shadow123 master123 secret123 test1234
  testtest test12345 testing123 abcd1234 abcdefgh abc12345 abc123456 a1b2c3d4 aa123456 aa12345678 summer2023
  summer2024 summer2025 summer2026 winter2024 winter2025 verano2024 verano2025 parley123 parley1234 parleyparley`.split(
    /\s+/,
  ),
);

type PasswordFault = "too_short" | "too_long" | "too_common" | "like_name";

export const minPasswordLength = 8;
const maxPasswordLength = 128;

/** Why a password is refused. There are no rules of composition; it must not be easy to guess or name its owner. */
export function passwordFault(password: string, owner: { email: string; name: string }): PasswordFault | undefined {
  const characters = [...password].length;
  if (characters < minPasswordLength) return "too_short";
  if (characters > maxPasswordLength) return "too_long";
  const folded = password.toLowerCase();
  if (isExposedPassword(password)) return "too_common";
  if (guessedFirst.has(folded) || new Set(folded).size < 4 || isKnownPassword(folded)) return "too_common";
  const [mailbox = ""] = owner.email.toLowerCase().split("@");
  const own = [owner.email, mailbox, owner.name, owner.name.replaceAll(/\s+/g, "")].map((text) => text.toLowerCase());
  if (own.includes(folded)) return "like_name";
  // No list contains longer passwords: those are weak only where they are short.
  if (characters > longestListed) return undefined;
  return guessesLog10(password, [owner.email, owner.name, "parley"]) < fewestGuesses ? "too_common" : undefined;
}

const sentences: Record<PasswordFault, string> = {
  too_short: `Use at least ${minPasswordLength} characters.`,
  too_long: `Use at most ${maxPasswordLength} characters.`,
  too_common: "This password is among the first that anybody guesses: choose another.",
  like_name: "The password must not be the name or the email address.",
};

export function passwordSentence(fault: PasswordFault): string {
  return sentences[fault];
}
