import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';

/**
 * Keeps the window of the last answer while the service does not answer the same question for a new window. All charts
 * then keep their numbers.
 */
export function useKeptSubject(subject: BoardSubject, question: string) {
  const query = useBoardAnswer(subject, { focus: 'trace' });
  const answered = query.data === undefined ? undefined : subject;
  const { data, readAt } = useKeptAnswer({ ...query, data: answered }, question);
  return { subject: readAt === undefined ? subject : (data ?? subject), readAt };
}
