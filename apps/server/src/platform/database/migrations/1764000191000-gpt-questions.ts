import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions to the assistant of the customers' app, and the consent to give it the facts of one's machines. */
export class GptQuestions1764000191000 implements MigrationInterface {
  name = 'GptQuestions1764000191000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(questions);
    await q.query(consent);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const questions = `
CREATE TABLE gpt_question (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer,
  asked_at timestamptz NOT NULL,
  -- in the zone of the product: the budget is one of a day
  on_day date NOT NULL,
  type text NOT NULL CHECK (type IN ('general', 'journal')),
  question text NOT NULL,
  answer text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('answering', 'answered', 'stopped', 'failed')),
  problem text,
  truncated boolean NOT NULL DEFAULT false,
  follows_id integer REFERENCES gpt_question ON DELETE SET NULL,
  -- whose facts went to the endpoint, with the customer's consent
  machines smallint NOT NULL DEFAULT 0,
  citations jsonb NOT NULL DEFAULT '[]',
  -- null: nothing was sent
  prompt_tokens integer,
  answer_tokens integer,
  stop_asked_at timestamptz,
  -- for the search: LIKE on it is many times as fast as ILIKE, which folds every text anew
  words text GENERATED ALWAYS AS (lower(question || E'\\n' || answer)) STORED,
  ended_at timestamptz,
  CHECK ((problem IS NOT NULL) = (state = 'failed')),
  CHECK ((ended_at IS NULL) = (state = 'answering'))
);
CREATE INDEX gpt_question_asked ON gpt_question (asked_at, id);
CREATE INDEX gpt_question_customer ON gpt_question (customer_id, id);
CREATE INDEX gpt_question_follows ON gpt_question (follows_id) WHERE follows_id IS NOT NULL;
CREATE INDEX gpt_question_answering ON gpt_question (asked_at) WHERE state = 'answering';`;

// the rows satisfy the wider condition already
const consent = `
ALTER TABLE customer_terms DROP CONSTRAINT customer_terms_term_check,
  ADD CONSTRAINT customer_terms_term_check CHECK (term IN ('service', 'privacy', 'location', 'marketing', 'assistant')) NOT VALID;`;
