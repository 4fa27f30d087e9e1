import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';

/**
 * Returns the filter and range that the charts show. While the service does not respond, returns the filter and range
 * of the last answer to the same question, so that all charts keep their numbers.
 */
export function useKeptSubject(subject: BoardSubject, question: string) {
  const query = useBoardAnswer(subject, { focus: 'trace' });
  const answered = query.data === undefined ? undefined : subject;
  const { data, readAt } = useKeptAnswer({ ...query, data: answered }, question);
  return { subject: readAt === undefined ? subject : (data ?? subject), readAt };
}
