import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';

/**
 * Returns the filter and range that the charts show. If the service does not answer for a new window, the range of the
 * last answer to the same question is kept, so that all charts keep their numbers.
 */
export function useKeptSubject(subject: BoardSubject, question: string) {
  const query = useBoardAnswer(subject, { focus: 'trace' });
  const answered = query.data === undefined ? undefined : subject;
  const { data, readAt } = useKeptAnswer({ ...query, data: answered }, question);
  return { subject: readAt === undefined ? subject : (data ?? subject), readAt };
}
