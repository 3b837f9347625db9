import { writeFileSync } from 'node:fs';
import { koreaBorders } from './korea-borders';
import { koreaPlaces } from './korea-places';
import { makePlaces, type PlacesFile } from './make-places';
import { koreanGazetteer, worldPlaces } from './world-places';

/** Writes libs/domain/src/places.json out of GeoNames, the borders of Korea and the table of Korean names. */
export async function main(): Promise<void> {
  const places = makePlaces(koreaPlaces, koreaBorders(), koreanGazetteer(), worldPlaces());
  const file = new URL('../../../libs/domain/src/places.json', import.meta.url);
  writeFileSync(file, onePlaceALine(places));
  console.log(
    `${places.areas.reduce((n, a) => n + a.places.length, 0)} places in ${places.areas.length} areas written to ${file.pathname}`,
  );
}

/** A line a place, so that the next import shows what it changed. */
const onePlaceALine = ({ licence, areas }: PlacesFile): string => {
  const lines = areas.map(
    ({ places, ...area }) =>
      `${JSON.stringify(area).slice(0, -1)},"places":[\n${places.map((p) => JSON.stringify(p)).join(',\n')}\n]}`,
  );
  return `{"licence":${JSON.stringify(licence)},"areas":[\n${lines.join(',\n')}\n]}\n`;
};
