import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';

/** The subject of a board, and the time of its answer if a later request failed. */
interface KeptSubject {
  readonly subject: BoardSubject;
  readonly readAt: string | undefined;
}

/**
 * Keeps the window of the last answer to a question while the service does not answer. All charts then keep their
 * numbers.
 */
export function useKeptSubject(subject: BoardSubject, question: string): KeptSubject {
  const query = useBoardAnswer(subject, { focus: 'trace' });
  const answered = query.data === undefined ? undefined : subject;
  const { data, readAt } = useKeptAnswer({ ...query, data: answered }, question);
  return { subject: readAt === undefined ? subject : (data ?? subject), readAt };
}
