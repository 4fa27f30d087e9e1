import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';

/** What the charts of a board are about, and when the service answered it if that is not the last try. */
interface KeptSubject {
  readonly subject: BoardSubject;
  readonly readAt: string | undefined;
}

/**
 * Keeps the window of the last answer to a question while the service does not answer, so that all charts go on showing the
 * numbers that they have.
 */
export function useKeptSubject(subject: BoardSubject, question: string): KeptSubject {
  const query = useBoardAnswer(subject, { focus: 'trace' });
  const answered = query.data === undefined ? undefined : subject;
  const { data, readAt } = useKeptAnswer({ ...query, data: answered }, question);
  return { subject: readAt === undefined ? subject : (data ?? subject), readAt };
}
