import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A request from `npm run promote` to the process that owns the data directory. */
const requestSchema = z.object({
  promotionId: z.string(),
  /** The form that should accept spans. An undo requests `embedded`. `confirmed` ends the process permanently. */
  form: z.enum(['embedded', 'promoted', 'confirmed']),
  /** The settings of the target's log and catalog, keyed by environment variable. */
  target: z.record(z.string(), z.string()),
});

/** The state of the process. The process writes it before the first span goes to another log. */
const stateSchema = z.object({
  /** The id of the last fulfilled request. */
  promotionId: z.string(),
  form: z.enum(['embedded', 'promoted', 'confirmed']),
  /** The target's log, and the generation of the embedded log that preceded it; absent before the first change. */
  log: z.object({ logId: z.string(), generation: z.number() }).exactOptional(),
  embeddedGeneration: z.number().exactOptional(),
  /** The settings of the target that the process currently uses. */
  target: z.record(z.string(), z.string()).exactOptional(),
  /** The name of the database in the embedded ClickHouse. */
  database: z.string(),
  /** Time of the last form change, as ISO 8601. */
  changedAt: z.string(),
});

/** The reason why the process could not fulfil the latest request. `problem.json` contains null after a success. */
const problemSchema = z.object({ promotionId: z.string(), form: z.string(), problem: z.string() });

export type PromotionRequest = z.output<typeof requestSchema>;
export type PromotionState = z.output<typeof stateSchema>;
type PromotionProblem = z.output<typeof problemSchema>;

/**
 * Opens the files through which `npm run promote` and the process of a data directory communicate. Only the owner can
 * read them, because a target's settings contain passwords. Each file has one writer and is always replaced as a whole.
 */
export function openPromotionFiles(dataDir: string) {
  const directory = join(dataDir, 'promotion');
  const read = <Value>(name: string, schema: z.ZodType<Value>): Value | undefined => {
    const text = readText(join(directory, name));
    return text === undefined ? undefined : schema.parse(JSON.parse(text));
  };
  const write = (name: string, value: unknown) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    replaceFile(directory, name, JSON.stringify(value));
  };
  return {
    readRequest: () => read('wish.json', requestSchema),
    writeRequest: (request: PromotionRequest) => write('wish.json', request),
    readState: () => read('state.json', stateSchema),
    writeState: (state: PromotionState) => write('state.json', state),
    readProblem: () => read('problem.json', problemSchema.nullable()) ?? undefined,
    writeProblem: (problem: PromotionProblem | undefined) => write('problem.json', problem ?? null),
    /** Returns the progress of copying the store, as JSON. */
    readProgress: () => read('copy.json', z.unknown()),
    writeProgress: (progress: object) => write('copy.json', progress),
  };
}

export type PromotionFiles = ReturnType<typeof openPromotionFiles>;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Replaces a file. After a crash, the directory contains either the old file or the new file. */
function replaceFile(directory: string, name: string, text: string): void {
  const path = join(directory, name);
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
  const parent = openSync(directory, 'r');
  fsyncSync(parent);
  closeSync(parent);
}
