import type { Socket } from 'node:net';

/** Longer than any line of ours: what sends more speaks another language. */
const maxLineBytes = 64 * 1024 * 1024;

/** Calls back for each line of a socket. */
export function onLines(socket: Socket, handle: (line: string) => void): void {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      parts.push(chunk.slice(from, at));
      from = at + 1;
      const line = parts.join('');
      parts = [];
      length = 0;
      handle(line);
    }
    if (from === chunk.length) return;
    parts.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > maxLineBytes) socket.destroy();
  });
}

/** Vehicles that are watched: the ids of a line, or nothing where it is not one of ours. */
export function parseIds(line: string): number[] {
  try {
    const ids: unknown = JSON.parse(line);
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}
