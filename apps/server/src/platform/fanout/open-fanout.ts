import type { Logger } from 'pino';
import type { Config } from '../config';
import type { FanoutReceiver, FanoutSender } from './fanout';
import { redisReceiver, redisSender } from './redis-fanout';
import { socketFolder } from './socket-folder';
import { SocketReceiver } from './socket-receiver';
import { SocketSender } from './socket-sender';

export const fanoutSender = (config: Config, name: string, log: Logger): FanoutSender =>
  config.FANOUT === 'redis' ? redisSender(config, name, log) : new SocketSender(socketFolder(config), log);

export const fanoutReceiver = (config: Config, onLine: (line: string) => void, log: Logger): Promise<FanoutReceiver> =>
  config.FANOUT === 'redis'
    ? redisReceiver(config, onLine, log)
    : SocketReceiver.open(socketFolder(config), onLine, log);
