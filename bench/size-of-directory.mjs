import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the total bytes of all files below a directory, or 0 if the directory does not exist. */
export function sizeOfDirectory(dir) {
  try {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  } catch {
    return 0;
  }
}
