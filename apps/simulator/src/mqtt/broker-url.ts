import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { z } from 'zod';

export interface BrokerUrl {
  host: string;
  port: number;
  tls: boolean;
}

/** `mqtt://host:1883`, `mqtts://host` */
export const BrokerUrl = z.string().transform((text, context): BrokerUrl => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'mqtt:' && url.protocol !== 'mqtts:') || url.hostname === '') {
    context.addIssue('an mqtt:// or mqtts:// address');
    return z.NEVER;
  }
  const tls = url.protocol === 'mqtts:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? 8883 : 1883) : Number(url.port),
    tls,
  };
});

/**
 * All sockets read into one buffer: each read is handled before the next begins, so 20,000 connections need no 20,000
 * buffers.
 */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

export function openSocket(broker: BrokerUrl, onBytes: (chunk: Buffer) => void): Socket {
  const onread = {
    buffer: readBuffer,
    callback: (size: number, buffer: Uint8Array): boolean => {
      onBytes(Buffer.from(buffer.buffer, buffer.byteOffset, size));
      return true;
    },
  };
  const { host, port } = broker;
  // TLS decrypts into buffers of its own; a shared one is not safe there
  if (!broker.tls) return connectTcp({ host, port, onread });
  const socket = connectTls({ host, port, servername: host });
  socket.on('data', onBytes);
  return socket;
}
