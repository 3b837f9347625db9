/**
 * The contexts of the product, the same words on server and console, and which of them each may import. The table has no cycles, so arrows between
 * contexts run one way; what has to happen in a context above is passed to it by an event, a policy or a hook (server/src/platform/hook.ts).
 */
export const contexts = {
  messages: [],
  people: ['messages'],
  maintenance: ['people', 'messages'],
  fleet: ['maintenance', 'people', 'messages'],
  incidents: ['fleet', 'maintenance', 'people', 'messages'],
  'remote-service': ['incidents', 'fleet', 'maintenance', 'people', 'messages'],
  ownership: ['incidents', 'fleet', 'maintenance', 'people', 'messages'],
  insight: ['ownership', 'incidents', 'fleet', 'maintenance', 'people', 'messages'],
  content: ['ownership', 'incidents', 'fleet', 'maintenance', 'people', 'messages'],
  files: ['messages', 'people'],
  live: ['remote-service', 'incidents', 'fleet', 'maintenance', 'people'],
};
