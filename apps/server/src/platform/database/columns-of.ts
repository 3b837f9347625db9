import { getMetadataArgsStorage } from 'typeorm';

/** The column of a property: `loginId` is `login_id`. */
export const columnName = (property: string): string =>
  property.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The select list of these properties of an entity, under their names; a day as text: `c.birth_on::text AS "birthOn"`. */
export const columnsOf = <E>(entity: new () => E, alias: string, properties: readonly (keyof E & string)[]): string =>
  properties
    .map((name) => {
      const column = getMetadataArgsStorage().columns.find((c) => isOf(entity, c.target) && c.propertyName === name);
      if (column === undefined) throw new Error(`${entity.name} has no column ${name}`);
      return `${alias}.${columnName(name)}${column.options.type === 'date' ? '::text' : ''} AS "${name}"`;
    })
    .join(', ');

/** Its own column, or one of a class that it extends. */
const isOf = (entity: new () => unknown, target: unknown): boolean =>
  entity === target || (typeof target === 'function' && entity.prototype instanceof target);
