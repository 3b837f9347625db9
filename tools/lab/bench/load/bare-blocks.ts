import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { blockBytes, blockTopic } from '@headland/contracts/device/flash';
import { AnswerReader } from './mqtt-answers';
import { connectPacket, disconnectPacket, publishPacket } from './mqtt-bytes';
import { BarePlan, type FromBare, type ToBare } from './programs-plan';

/**
 * Maximum of the broker: the same blocks to the same terminals with QoS 1, as fast as it accepts them, without requests
 * or stored state.
 */
const plan = BarePlan.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const url = new URL(plan.mqttUrl);
const post = (message: FromBare): void => void process.send?.(message);
const content = randomBytes(plan.size);
const blocks = Math.ceil(plan.size / blockBytes);
const total = blocks * plan.devices.length;
const session = randomUUID();
/** packets in one system call */
const burst = 16;
let [sent, acked, going] = [0, 0, false];

const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
const reader = new AnswerReader({
  connack: (code) => {
    if (code !== 0) throw new Error(`the broker refused ${plan.username} with return code ${code}`);
    post({ type: 'connected' });
  },
  suback: () => undefined,
  puback: () => void acked++,
  publish: () => undefined,
});
socket.on('data', (chunk: Buffer) => {
  reader.push(chunk);
  if (acked === total) post({ type: 'sent' });
  pump();
});
socket.on('drain', pump);
socket.write(
  connectPacket({ clientId: `bare-${process.pid}`, username: plan.username, password: plan.password, keepaliveS: 600 }),
);
process.on('message', ({ type }: ToBare) => {
  going = type === 'go';
  pump();
});
process.on('SIGTERM', () => {
  socket.end(disconnectPacket());
  setTimeout(() => process.exit(), 100);
});

function pump(): void {
  while (going && sent < total && sent - acked + burst <= plan.inFlight && !socket.writableNeedDrain) {
    const packets: Buffer[] = [];
    for (let i = 0; i < burst && sent < total; i++, sent++) packets.push(packetOf(sent));
    socket.write(Buffer.concat(packets));
  }
}

/** Round robin: every terminal gets its first block before one gets its second. */
function packetOf(n: number): Buffer {
  const device = plan.devices[n % plan.devices.length] ?? '';
  const block = Math.floor(n / plan.devices.length);
  const { bytes, packetIdAt } = publishPacket(
    blockTopic(device, session, block),
    content.subarray(block * blockBytes, (block + 1) * blockBytes),
  );
  bytes.writeUInt16BE((n % 65_535) + 1, packetIdAt);
  return bytes;
}
