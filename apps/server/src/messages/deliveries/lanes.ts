/**
 * Each kind of message waits in a lane of its own, with its own places: whatever hangs, or is many, delays only its own
 * kind. Of every kind there is a lane for mail, which has few connections, so that no other message waits for one.
 */
export const lanePlaces = {
  // each holds a connection to the database until the broker has answered
  panel: 3,
  sos: 20,
  'sos mail': 2,
  // codes, links and passwords: somebody waits for them in front of a form
  secret: 20,
  'secret mail': 1,
  ordinary: 20,
  'ordinary mail': 2,
} as const;
export type LaneName = keyof typeof lanePlaces;
export const laneNames = Object.keys(lanePlaces) as LaneName[];

/** Connections to the mail server. One for each place: what has a place never waits for another message. */
export const mailConnections = lanePlaces['sos mail'] + lanePlaces['secret mail'] + lanePlaces['ordinary mail'];

/** Of a row of `delivery`. */
export const laneColumn = `CASE WHEN channel = 'panel' THEN 'panel'
  ELSE CASE WHEN subject = 'sos' THEN 'sos' WHEN secret THEN 'secret' ELSE 'ordinary' END || CASE channel WHEN 'email' THEN ' mail' ELSE '' END
  END`;

/** Sends in order of arrival, as many at once as it has places. What waits is not claimed yet, so its lease has not begun. */
export class Lane {
  private readonly waiting = new Set<number>();
  private readonly sending = new Map<number, Promise<void>>();
  private stopped = false;

  constructor(
    private readonly places: number,
    /** never rejects */
    private readonly send: (id: number) => Promise<void>,
  ) {}

  has(id: number): boolean {
    return this.waiting.has(id) || this.sending.has(id);
  }

  add(id: number): void {
    if (this.has(id)) return;
    this.waiting.add(id);
    this.fill();
  }

  /** Resolves when what it is sending is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.sending.values());
  }

  private fill(): void {
    for (const id of this.waiting) {
      if (this.stopped || this.sending.size >= this.places) return;
      this.waiting.delete(id);
      this.sending.set(
        id,
        this.send(id).finally(() => {
          this.sending.delete(id);
          this.fill();
        }),
      );
    }
  }
}
