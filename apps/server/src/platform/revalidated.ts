import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/**
 * An answer that a client keeps and asks for again each time, since it may have ended meanwhile: with an ETag of its
 * content, and 304 without a body where the client has it. Express alone would send 200 to a client that also says
 * `Cache-Control: no-cache`, as fetch does for a conditional request.
 */
export function revalidated<T>(data: T, request: Request, response: Response): T {
  const tag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`;
  response.set({ 'Cache-Control': 'no-cache', ETag: tag });
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//u, ''));
  if (known?.includes(tag)) response.status(304);
  return data;
}
