/** A pipe whose reader sees the end when this process closes it, or dies in any way. */
export interface Lifeline {
    /** To be the standard input of the child; closed by `childStarted`. */
    readonly readFd: number;
    childStarted(): void;
    /** Ends the input of the child. MAY be called more than once. */
    cut(): void;
}
/**
 * A FIFO, because ClickHouse opens /dev/stdin by name, which works for a pipe but not for the
 * socket that Node makes of `stdio: 'pipe'`. The name is gone as soon as both ends are open.
 */
export declare function createLifeline(): Lifeline;
//# sourceMappingURL=lifeline.d.ts.map