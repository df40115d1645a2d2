/**
 * What the database folds further than Unicode decomposes: a result and the small letters and signs that become it.
 * From the rules of its `unaccent`, without phonetic letters; a test compares both.
 */
const rules = `
  ! ¡  ? ¿  " ʺ“”‟″〝〞  ' ʹʻʼʽˈ‘’‛′  'n ŉ  (c) ©  (p) ℗  (r) ®  * ×  + ˖  +/- ±  , ‚、  ,, „  - \u00ad˗‐‑‒–—―−  . 。  / ÷⁄∕
  0 〇  : ː  < ˂‹〈  << «《  > ˃›〉  >> »》  [ 〔〘〚  ] 〕〙〛  ^ ˄ˆ  \` ˋ  || ‖  ~ ˜
  a ⱥẚ  ae æ  b ƀɓƃ  c ƈȼ  d ðđɖɗƌȡ  db ȸ  e ɛɇ  f ƒ  g ɠǥ  h ħɦ  hv ƕ  i ıɩɨ  j ȷɉ  k ƙ  l ŀłƚȴɫ  ll ỻ  m ɱ  n ŋɲƞȵ  o ø
  oe œ  oi ƣ  p ƥ℘  q ĸ  qp ȹ  r ɍɽ  rx ℞  s ȿẜẝ  ss ß  t ŧƫƭʈȶⱦ  th þ  u ʉ  v ʋỽ  y ƴɏỿ  z ƶȥɀ`;

const further = new Map(
  rules
    .trim()
    .split(/\s{2,}/)
    .flatMap((rule) => {
      const [result = "", letters = ""] = rule.split(" ");
      return [...letters].map((letter): [string, string] => [letter, result]);
    }),
);

/** Composed again, so that a syllable of Korean stays one sign. */
function foldedSign(sign: string): string {
  const small = sign.toLowerCase();
  const known = further.get(small);
  if (known !== undefined) return known;
  const plain = small.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC");
  return [...plain].map((one) => further.get(one) ?? one).join("");
}

/**
 * Case and accents away as the database does (`parley_fold`), so that what it finds is found here, too; `at`: for each
 * unit that is left where its sign stands in the text, then the text's end.
 */
export function folded(text: string): { text: string; at: number[] } {
  let out = "";
  const at: number[] = [];
  let position = 0;
  for (const sign of text) {
    const plain = foldedSign(sign);
    out += plain;
    for (let unit = 0; unit < plain.length; unit += 1) at.push(position);
    position += sign.length;
  }
  at.push(position);
  return { text: out, at };
}
