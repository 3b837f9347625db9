import { organizationsBelow, inScope, type Scope } from '../caller';

/**
 * Conditions of a list query and their parameters, joined by AND. It begins with the scope, so that no list can omit
 * it.
 */
export class Where {
  readonly parameters: unknown[] = [];
  private readonly conditions: string[];

  constructor(scope: Scope, organizationColumn: string) {
    this.conditions = [inScope(scope, organizationColumn, this.parameters)];
  }

  /** A condition on a value: `(p) => \`c.type = ANY(${p})\``. Skipped for undefined and for an empty list. */
  andIf<T>(value: T | undefined, condition: (parameter: string, value: T) => string): this {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0))
      this.conditions.push(condition(this.parameter(value), value));
    return this;
  }

  and(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  /** Case-insensitive substring of one of these columns. */
  contains(text: string | undefined, ...columns: string[]): this {
    if (text === undefined || text === '') return this;
    const parameter = this.parameter(containsPattern(text));
    return this.and(`(${columns.map((c) => `${c} ILIKE ${parameter}`).join(' OR ')})`);
  }

  /** An organization or one below it. */
  below(organizationId: number | undefined, column: string): this {
    return this.andIf(organizationId, (p) => `${column} = ANY (${organizationsBelow(p)})`);
  }

  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  get sql(): string {
    return this.conditions.join(' AND ');
  }
}

/** A LIKE pattern: the literal text with anything around it. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%`;

/** Whether it may be a part of a VIN, of a device ID or of a number: these are of capitals, digits and hyphens. */
export const isCode = (text: string): boolean => /^[\dA-Z-]+$/iu.test(text);

/** `CASE column WHEN 'a' THEN 0 …`: the rank of a domain table, so that SQL and console sort by the same numbers. */
export const rankSql = (column: string, ranks: Record<string, number>): string =>
  `CASE ${column} ${Object.entries(ranks)
    .map(([value, rank]) => `WHEN '${value}' THEN ${rank}`)
    .join(' ')} END`;

/** Start of the caller's day as SQL; the parameter is a validated IANA zone. */
export const startOfDay = (zoneParameter: string): string =>
  `(date_trunc('day', now() AT TIME ZONE ${zoneParameter}::text) AT TIME ZONE ${zoneParameter}::text)`;
