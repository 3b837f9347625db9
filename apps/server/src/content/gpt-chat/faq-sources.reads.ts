import type { FaqSource } from '@headland/domain/gpt-chat';
import { searchPieces } from '@headland/domain/search-pieces';
import type { Tx } from '../../platform/database/rows';

/** What the model is given, and what part of the question's weight an entry must have. */
const maxSources = 3;
const leastFit = 0.25;

/**
 * Displayed FAQ entries that fit a question, best first: those that share its pieces, in the title twice as much, and
 * pieces that few entries have more than those that many have. All entries are compared; an FAQ has hundreds.
 */
export async function faqSources(tx: Tx, question: string): Promise<FaqSource[]> {
  const pieces = searchPieces(question);
  if (pieces.length === 0) return [];
  return tx.query(
    `WITH piece AS (SELECT unnest($1::text[]) AS p),
       entry AS MATERIALIZED (SELECT id, title, content_text AS content, lower(title) AS t, lower(content_text) AS c FROM faq WHERE display = 'shown' AND removed_at IS NULL),
       hit AS (SELECT e.id, p, strpos(e.t, p) > 0 AS in_title FROM entry e JOIN piece ON strpos(e.t, p) > 0 OR strpos(e.c, p) > 0),
       weight AS (SELECT p, ln(1 + (SELECT count(*) FROM entry)::float8 / GREATEST(count(h.id), 1)) AS w FROM piece LEFT JOIN hit h USING (p) GROUP BY p),
       score AS (SELECT h.id, sum(CASE WHEN h.in_title THEN w.w ELSE w.w / 2 END) / (SELECT sum(w) FROM weight) AS fit FROM hit h JOIN weight w USING (p) GROUP BY h.id)
     SELECT e.id, e.title, e.content FROM score s JOIN entry e USING (id) WHERE s.fit >= ${leastFit} ORDER BY s.fit DESC, e.id LIMIT ${maxSources}`,
    [pieces],
  );
}
