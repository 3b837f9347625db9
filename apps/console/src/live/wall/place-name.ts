/** The town of a place, for narrow lines: "전북 정읍시 신태인읍" is 정읍시. */
export function placeNameOf(place: { ko: string } | null): string {
  if (place === null) return '';
  const [province = '', ...rest] = place.ko
    .replace(/\s[\d.]+\s*km(\s.*)?$/u, '')
    .trim()
    .split(/\s+/u);
  const korean = rest.find((part) => /[시군구]$/u.test(part));
  if (korean !== undefined) return korean;
  // abroad a town may have two words: "일리노이주 Le Roy 북서쪽 10 km"
  const direction = rest.findIndex((part) => /쪽$/u.test(part));
  return (direction === -1 ? rest.slice(0, 1) : rest.slice(0, direction)).join(' ') || province;
}
