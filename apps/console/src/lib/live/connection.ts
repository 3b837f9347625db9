import type { ClientToServer, ServerToClient } from '@headland/contracts/live';
import { io, type Socket } from 'socket.io-client';

/**
 * What the stream needs beyond the first view: the socket, and what each event does to the cache, which knows the
 * endpoints of all slices.
 */
export { applyEvent } from './on-event';

/** The client reconnects by itself: the library's own attempts do not handle rejected tokens. */
export const openSocket = (token: () => string | null): Socket<ServerToClient, ClientToServer> =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    auth: (send) => send({ token: token() }),
  });
