/**
 * What of a text is searched for in others: of Korean words the pairs of letters, since particles follow a word without
 * a space (요소수가, 요소수는), of Latin ones and numbers the word itself. Lower case, each once, at most `most`.
 */
export function searchPieces(text: string, most = 200): string[] {
  const pieces = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{Script=Hangul}]+|[\p{Script=Latin}\p{N}]+/gu)) {
    if (/^\p{Script=Hangul}/u.test(word)) for (let i = 0; i + 2 <= word.length; i++) pieces.add(word.slice(i, i + 2));
    else if (word.length >= 3) pieces.add(word);
  }
  return [...pieces].slice(0, most);
}
