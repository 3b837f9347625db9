import type { NoticeBody } from '@headland/contracts/notice';
import { formatMessage } from '@headland/i18n/format-message';
import { languages, type Language } from '@headland/i18n/messages';
import { usesApp } from '../../people/customer-base/customer-phone.tx';
import type { Tx } from '../../platform/database/rows';

/** What heads its message. */
export const pushTitle = (type: NoticeBody['type'], language: Language): string =>
  formatMessage(language, `notice.push.${type}`);

/**
 * A notice is shown again, as by an undo: messages that were withdrawn meanwhile go out after all, and none that has gone
 * out. Not where it was rewritten since, nor to customers who have left.
 */
export const queueAgain = (
  tx: Tx,
  { id, type, title }: Pick<NoticeBody, 'type' | 'title'> & { id: number },
  now: Date,
): Promise<unknown> =>
  tx.query(
    `UPDATE delivery d SET state = 'queued', attempts = 0, problem = NULL, next_try_at = $2, changed_at = $2
     WHERE subject = 'notice' AND subject_id = $1 AND state = 'failed' AND problem = 'withdrawn' AND text = $3 AND title = ANY($4)
       AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.id = d.customer_id AND (c.removed_at IS NOT NULL OR NOT ${usesApp('c')}))`,
    [id, now, title, languages.map((language) => pushTitle(type, language))],
  );

/** Messages of a push are deleted after some time: what became of them stays. */
export const keepFigures = (
  tx: Tx,
  noticeId: number,
  { reached, failed }: { reached: number; failed: number },
): Promise<unknown> =>
  tx.query('UPDATE notice SET push_reached = push_reached + $2, push_failed = push_failed + $3 WHERE id = $1', [
    noticeId,
    reached,
    failed,
  ]);
