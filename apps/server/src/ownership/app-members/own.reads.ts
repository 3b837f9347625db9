import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { OwnData, OwnMessage, OwnTerm, OwnVehicle } from '@headland/contracts/app';
import { customerTerms } from '@headland/contracts/customer-terms';
import { termState } from '@headland/domain/customer';
import { formatMessage } from '@headland/i18n/format-message';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';
import { answersOfOne } from '../../people/customer-base/customer-terms.tx';

/** SQL for a message `d` that the customer $1 has in the app. Codes are never there. */
export const ownMessage =
  "d.customer_id = $1 AND d.channel = 'app' AND d.state IN ('sent', 'delivered') AND NOT d.secret";

type Own = Pick<AppCaller, 'customerId' | 'language'>;

/** What a customer reads in the app: the own data, machines, terms and messages, and of others nothing. */
@Injectable()
export class OwnReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async me(caller: Own): Promise<OwnData> {
    const [row] = await this.database.query<
      (Omit<OwnData, 'joinedAt' | 'termsDue' | 'vehicles'> & { joinedAt: Date })[]
    >(
      `SELECT c.id, c.login_id AS "loginId", c.name, c.birth_on::text AS "birthOn", c.country, c.phone, c.email, c.postal_code AS "postalCode", c.address,
         c.address_detail AS "addressDetail", c.language, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.name) END AS dealer,
         COALESCE(c.joined_at, c.created_at) AS "joinedAt",
         (SELECT count(*) FROM delivery d WHERE ${ownMessage} AND d.read_at IS NULL)::int AS "unreadMessages"
       FROM customer c LEFT JOIN organization o ON o.id = c.organization_id WHERE c.id = $1`,
      [caller.customerId],
    );
    if (row === undefined) throw new Problem('E0105');
    const [terms, vehicles] = await Promise.all([this.terms(caller), this.vehicles(caller)]);
    return {
      ...row,
      joinedAt: row.joinedAt.toISOString(),
      termsDue: terms.filter((t) => t.due).map((t) => t.term),
      vehicles,
    };
  }

  private vehicles({ customerId }: Own): Promise<OwnVehicle[]> {
    return this.database.query<OwnVehicle[]>(
      `SELECT v.id, v.vin, m.name AS model, m.image_id AS "imageId", s.nickname, v.sold_on::text AS "soldOn",
         json_build_object('id', o.id, 'name', o.name, 'phone', o.phone) AS dealer,
         z.engine_hours + v.hours_correction AS "engineHours", z.odometer + v.odometer_correction AS "odometerKm"
       FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id
       LEFT JOIN sale s ON s.vehicle_id = v.id AND s.cancelled_at IS NULL LEFT JOIN vehicle_state z ON z.vehicle_id = v.id
       WHERE v.customer_id = $1 ORDER BY v.sold_on DESC NULLS LAST, v.id`,
      [customerId],
    );
  }

  async terms({ customerId, language }: Own): Promise<OwnTerm[]> {
    const answers = await answersOfOne(this.database, customerId);
    return customerTerms.map(({ term, version, required }) => {
      const answer = answers.find((a) => a.term === term);
      return {
        term,
        version,
        required,
        title: formatMessage(language, `appTerms.${term}.title`),
        answer: answer ? { version: answer.version, agreed: answer.agreed, on: answer.on } : null,
        due: required && termState(term, answers) !== 'agreed',
      };
    });
  }

  async messages(
    { customerId }: Own,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: OwnMessage[]; total: number }> {
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM delivery d WHERE ${ownMessage}`, [
        customerId,
      ]),
      this.database.query<(Omit<OwnMessage, 'at' | 'readAt'> & { at: Date; readAt: Date | null })[]>(
        `SELECT d.id::float8 AS id, d.subject, d.title, d.text, d.created_at AS at, d.read_at AS "readAt" FROM delivery d WHERE ${ownMessage}
         ORDER BY d.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
        [customerId],
      ),
    ]);
    return {
      rows: rows.map((r) => ({ ...r, at: r.at.toISOString(), readAt: r.readAt?.toISOString() ?? null })),
      total: counted?.total ?? 0,
    };
  }
}

/** The terms as they read today. */
export const presentTerms = (language: 'ko' | 'en') =>
  customerTerms.map(({ term, version, required }) => ({
    term,
    version,
    required,
    title: formatMessage(language, `appTerms.${term}.title`),
    text: formatMessage(language, `appTerms.${term}.text`),
  }));
