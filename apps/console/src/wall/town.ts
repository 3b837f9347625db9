/** The town of a place, for a line that has no room for more: "전북 정읍시 신태인읍" is 정읍시. */
export function townOf(place: { ko: string } | null): string {
  if (place === null) return '';
  const [province = '', ...rest] = place.ko
    .replace(/\s[\d.]+\s*km(\s.*)?$/u, '')
    .trim()
    .split(/\s+/u);
  return rest.find((word) => /[시군구]$/u.test(word)) ?? rest[0] ?? province;
}
