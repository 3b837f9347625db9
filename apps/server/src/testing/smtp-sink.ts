import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Letter {
  from: string;
  to: string;
  /** headers and body as they came */
  raw: string;
  subject: string;
  text: string;
}
export interface SmtpSink {
  url: string;
  letters: Letter[];
  /** what it answers to RCPT TO from now on */
  answer: (line: string) => void;
  /** from now on it takes a message, but goes on writing lines of an answer instead of ending it, until it is let go */
  hold: () => () => void;
  close: () => void;
}

/** A mail server that accepts everything, or refuses as configured. It implements just enough SMTP for one client. */
export async function smtpSink(): Promise<SmtpSink> {
  const letters: Letter[] = [];
  let toRecipients = '250 fine';
  const sockets = new Set<Socket>();
  let holding = false;
  const held = new Set<() => void>();
  const letGo = (): void => {
    holding = false;
    for (const end of held) end();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    let from = '';
    let to = '';
    let data: string[] | null = null;
    const reply = (line: string): void => void socket.write(`${line}\r\n`);
    const handle = (line: string): void => {
      if (data !== null) {
        if (line !== '.') {
          data.push(line.startsWith('..') ? line.slice(1) : line);
          return;
        }
        letters.push(letterOf(from, to, data));
        data = null;
        if (!holding) return reply('250 kept');
        const clock = setInterval(() => reply('250-not yet'), 500);
        const end = (): void => {
          clearInterval(clock);
          held.delete(end);
          if (socket.writable) reply('250 kept');
        };
        held.add(end);
        socket.on('close', end);
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') return reply('250 sink');
      if (verb === 'MAIL') from = /<(.*?)>/u.exec(line)?.[1] ?? '';
      if (verb === 'RCPT') {
        to = /<(.*?)>/u.exec(line)?.[1] ?? '';
        return reply(toRecipients);
      }
      if (verb === 'DATA') {
        data = [];
        return reply('354 go on');
      }
      reply(verb === 'QUIT' ? '221 bye' : '250 fine');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(handle);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    reply('220 sink');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    answer: (line) => (toRecipients = line),
    hold: () => {
      holding = true;
      return letGo;
    },
    close: () => {
      letGo();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function letterOf(from: string, to: string, lines: string[]): Letter {
  const blank = lines.indexOf('');
  const headers = lines
    .slice(0, blank)
    .join('\r\n')
    .replaceAll(/\r\n[ \t]+/gu, ' ');
  const body = lines.slice(blank + 1).join('\n');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'imu').exec(headers)?.[1]?.trim() ?? '';
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? quoted(body)
        : body;
  return { from, to, raw: lines.join('\n'), subject: decodeWords(header('Subject')), text: text.trimEnd() };
}

/** Words of a header in base64 or quoted-printable. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/gu, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/giu, (_, kind: string, s: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(s, 'base64').toString() : quoted(s.replaceAll('_', ' ')),
    );

function quoted(text: string): string {
  const plain = text.replaceAll(/=\n/gu, '');
  return Buffer.from(
    plain.replaceAll(/=([0-9A-F]{2})/giu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}
