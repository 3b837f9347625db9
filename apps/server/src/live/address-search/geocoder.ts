import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { addressSearch } from '@headland/contracts/address-search';
import type { Reply } from '@headland/contracts/endpoint';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';
import { Problem } from '../../platform/problem';
import { version } from '../../../package.json';

type Addresses = Reply<typeof addressSearch.find>;

/** The form of Nominatim, which other geocoders offer as well. */
const Found = z
  .array(
    z.object({
      display_name: z.string().min(1).max(1_000),
      lat: z.coerce.number().min(-90).max(90),
      lon: z.coerce.number().min(-180).max(180),
    }),
  )
  .max(200);
const most = 10;
const maxBytes = 512 * 1024;
const answerWithinMs = 8_000;
/** What public services allow, and enough for people who type. */
const betweenMs = 1_000;
const mostWaiting = 8;
const keptMs = 10 * 60_000;
const mostKept = 500;

/** Asks the configured geocoder and no other address: its key stays here, and an answer is kept for ten minutes. */
@Injectable()
export class Geocoder {
  private readonly kept = new Map<string, { until: number; addresses: Promise<Addresses> }>();
  private turn: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  find(text: string, language: 'ko' | 'en'): Promise<Addresses> {
    const { GEOCODER_URL: template } = this.config;
    if (template === undefined) throw new Problem('NOT_FOUND');
    const q = text.trim();
    const key = `${language} ${q.toLowerCase()}`;
    const known = this.kept.get(key);
    if (known !== undefined && known.until > this.now().getTime()) return known.addresses;
    if (this.waiting >= mostWaiting) throw new Problem('TOO_MANY_REQUESTS');
    this.waiting += 1;
    const begins = this.turn.then(() => void (this.waiting -= 1));
    this.turn = begins.then(() => pause(betweenMs, undefined, { ref: false }));
    const addresses = begins.then(() => this.ask(template.replaceAll('{q}', encodeURIComponent(q)), language));
    this.keep(key, addresses);
    return addresses;
  }

  private keep(key: string, addresses: Promise<Addresses>): void {
    this.kept.delete(key);
    this.kept.set(key, { until: this.now().getTime() + keptMs, addresses });
    addresses.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > mostKept && oldest !== undefined) this.kept.delete(oldest);
  }

  private async ask(url: string, language: string): Promise<Addresses> {
    try {
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'user-agent': `Headland/${version} (${this.config.PUBLIC_URL ?? 'vehicle console'})`,
        },
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const found = Found.parse(JSON.parse(await textOf(response)));
      return found.slice(0, most).map(({ display_name: name, lat, lon }) => ({ name, lat, lon }));
    } catch (error) {
      // neither the text nor the key in the address belongs into the log
      this.log.warn(
        { reason: error instanceof z.ZodError ? 'another form' : String(error) },
        'the geocoder has no answer',
      );
      throw new Problem('ADDRESS_SEARCH_FAILED', {}, undefined, { cause: error });
    }
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
