// Texts (HTTP, 8091) and e-mails (SMTP, 8092) that arrive, newest last; GET answers them all.
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { createInterface } from 'node:readline';

const messages = [];

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.method === 'POST') messages.push({ kind: 'text', ...JSON.parse(body) });
  response
    .writeHead(request.method === 'POST' ? 204 : 200, { 'content-type': 'application/json' })
    .end(request.method === 'POST' ? '' : JSON.stringify(messages));
}).listen(8091);

createSocketServer((socket) => {
  const say = (line) => socket.write(`${line}\r\n`);
  let letter = null;
  say('220 gateway');
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', (line) => {
    if (letter !== null) {
      if (line !== '.') return void letter.push(line);
      messages.push({ kind: 'mail', text: letter.join('\n') });
      letter = null;
      return say('250 taken');
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      letter = [];
      return say('354 go on');
    }
    say(verb === 'QUIT' ? '221 bye' : '250 gateway');
    if (verb === 'QUIT') socket.end();
  });
}).listen(8092);
