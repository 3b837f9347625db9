import type { Display, PostingState } from '@headland/contracts/posting';

/**
 * Posting of notices, posts and banners: without limit, or by days of the product's zone, both included. It begins with
 * the first instant of its first day and ends with the last of its last day, by itself. What is not displayed is never
 * visible, whatever its days.
 */
export interface PostingDays {
  /** YYYY-MM-DD; null: no limit */
  startOn: string | null;
  endOn: string | null;
}

export const postingState = ({ startOn, endOn }: PostingDays, today: string): PostingState =>
  startOn !== null && today < startOn ? 'scheduled' : endOn !== null && today > endOn ? 'ended' : 'on';

export const isVisible = (posted: PostingDays & { display: Display }, today: string): boolean =>
  posted.display === 'shown' && postingState(posted, today) === 'on';
