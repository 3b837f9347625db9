import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { fleetNamespace, fleetSeries, type FleetSeries, type FleetSnapshot } from '@headland/contracts/fleet-api';
import { Problem } from '../../platform/problem';
import { xmlDocument, type XmlNode } from './fleet-xml';

type Format = 'xml' | 'json';
const xmlTypes = ['application/xml', 'text/xml'];
const jsonTypes = ['application/json'];

/** The format that the client accepts; XML, the standard's first format, by default. Null: neither. Makers' own types of JSON count as JSON. */
export function formatOf(request: Request): Format | null {
  const type = request.accepts([...xmlTypes, ...jsonTypes]);
  if (type === false) return /application\/[\w.-]+\+json/iu.test(request.headers.accept ?? '') ? 'json' : null;
  return xmlTypes.includes(type) ? 'xml' : 'json';
}

export function sendXml(response: Response, root: string, node: XmlNode, namespace?: string): string {
  response.setHeader('content-type', 'application/xml; charset=utf-8');
  return xmlDocument(root, node, namespace);
}

/** Answers of the Fleet API in the format that the client accepts. Throws Problem NOT_ACCEPTABLE before anything is read. */
@Injectable()
export class FleetFormat implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<FleetSnapshot | FleetSeries>): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const format = formatOf(http.getRequest<Request>());
    if (format === null) throw new Problem('NOT_ACCEPTABLE', { types: 'application/xml, application/json' });
    return next.handle().pipe(
      map((data) => {
        response.setHeader('cache-control', 'no-store').setHeader('vary', 'accept');
        return format === 'json' ? data : sendXml(response, rootOf(data), data, fleetNamespace);
      }),
    );
  }
}

const rootOf = (data: FleetSnapshot | FleetSeries): string =>
  'Equipment' in data ? 'Fleet' : (Object.values(fleetSeries).find(({ element }) => element in data)?.root ?? '');
