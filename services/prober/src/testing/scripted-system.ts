import type { DoorName, WriteDoor, WriteOutcome } from '../doors/write-door.js';
import type { LookForProbe, PathName, ReadPath } from '../paths/read-path.js';

type Write = (signal: AbortSignal) => Promise<WriteOutcome>;

/** Creates a door that responds as a test specifies. */
export function scriptedDoor(name: DoorName, write: Write = acceptingWrite): WriteDoor {
  return { name, form: 'typed', write: (_trace, signal) => write(signal) };
}

function acceptingWrite(): Promise<WriteOutcome> {
  return Promise.resolve({ status: 'accepted', receipt: 'a receipt' });
}

/** Creates a path that responds as a test specifies. */
export function scriptedPath(name: PathName, look: LookForProbe): ReadPath {
  return { name, prepare: () => Promise.resolve(look) };
}

/** Returns a promise that never resolves and rejects when the signal aborts, like a hanging request. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
