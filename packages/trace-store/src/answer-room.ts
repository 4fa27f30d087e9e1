/**
 * The room in memory that a read has for the answers of its statements. An answer of which the size is known is
 * read only into room that was taken for it.
 *
 * - `take` answers at once; false means that there is no room now, and takes none.
 * - `wait` resolves once the room is taken. It MUST reject if that takes too long, and with the reason of the signal.
 */
export interface AnswerRoom {
  take(bytes: number): boolean;
  wait(bytes: number, signal: AbortSignal): Promise<void>;
}
