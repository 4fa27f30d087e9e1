// Reads the prose of the repository: comments of source files and paragraphs of documents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const sourceFile = /\.(?:ts|tsx|js|mjs|cjs|mts|css|py|sh|grit)$/;
const slashComments = /\.(?:ts|tsx|js|mjs|cjs|mts|css|grit)$/;
const notProse = /^(?:biome-ignore|@ts-|!|@type|eslint|<reference|# type:|pragma)/;
const paragraphStart = /^(?:$|[-*] |\d+\. |@|\||#|```| {4})/;

/** Returns the tracked files that contain prose. Recorded and generated files are omitted. */
export function proseFiles() {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
  const left = /(?:^|\/)(?:fixtures|golden|node_modules)\/|^LICENSE|^patches\//;
  return tracked.filter(
    (path) => (sourceFile.test(path) || path.endsWith('.md')) && !left.test(path),
  );
}

/**
 * Returns the prose of a file: `{ path, line, lines, kind, text }`. `line` counts from one, `lines` is the number of
 * source lines, and `kind` is `doc`, `comment`, `trailing` or `document`.
 */
export function readProse(path, content = readFileSync(path, 'utf8')) {
  const lines = content.split('\n');
  if (path.endsWith('.md')) {
    return readDocument(path, lines);
  }
  return slashComments.test(path) ? readComments(path, lines) : readHashComments(path, lines);
}

/** Splits prose into sentences. The text of code spans and links is kept. */
export function toSentences(text) {
  return text
    .split(/\n+/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:])\s+(?=[A-Z`"'[(])/))
    .map((sentence) => sentence.replace(/^[-*>#\s]+|^\d+\.\s/, '').trim())
    .filter((sentence) => sentence !== '');
}

function readComments(path, lines) {
  const found = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index].trim();
    if (line.startsWith('/*')) {
      const end = endOfBlock(lines, index);
      const body = lines.slice(index, end + 1).map(stripBlock);
      add(found, { path, index, end, kind: line.startsWith('/**') ? 'doc' : 'comment' }, body);
      index = end;
    } else if (line.startsWith('//')) {
      const end = endOfRun(lines, index, '//');
      const body = lines.slice(index, end + 1).map((each) => each.trim().replace(/^\/\/+ ?/, ''));
      add(found, { path, index, end, kind: 'comment' }, body);
      index = end;
    } else {
      const trailing = / \/\/ ([^'"`]*)$/.exec(lines[index]);
      if (trailing !== null) {
        add(found, { path, index, end: index, kind: 'trailing' }, [trailing[1]]);
      }
    }
  }
  return found;
}

function readHashComments(path, lines) {
  const found = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (/^\s*#(?!!)/.test(lines[index])) {
      const end = endOfRun(lines, index, '#');
      const body = lines.slice(index, end + 1).map((each) => each.trim().replace(/^#+ ?/, ''));
      add(found, { path, index, end, kind: 'comment' }, body);
      index = end;
    }
  }
  return found;
}

function readDocument(path, lines) {
  const found = [];
  let start;
  let isCode = false;
  const close = (end) => {
    if (start !== undefined) {
      add(found, { path, index: start, end, kind: 'document' }, lines.slice(start, end + 1));
      start = undefined;
    }
  };
  for (const [index, line] of lines.entries()) {
    const isFence = /^\s*```/.test(line);
    if (isFence || isCode || line.trim() === '') {
      close(index - 1);
      isCode = isFence ? !isCode : isCode;
    } else if (paragraphStart.test(line.trim()) || start === undefined) {
      close(index - 1);
      start = index;
    }
  }
  close(lines.length - 1);
  return found;
}

function add(found, { path, index, end, kind }, body) {
  const text = joinLines(body);
  if (text !== '' && !notProse.test(text) && /[a-z]{2}/i.test(text)) {
    found.push({ path, line: index + 1, lines: end - index + 1, kind, text });
  }
}

function joinLines(body) {
  let text = '';
  for (const line of body) {
    text += paragraphStart.test(line) || text === '' ? `\n${line.trimEnd()}` : ` ${line.trim()}`;
  }
  return text.trim();
}

function endOfBlock(lines, start) {
  let end = start;
  while (!lines[end].includes('*/') && end < lines.length - 1) {
    end += 1;
  }
  return end;
}

function endOfRun(lines, start, mark) {
  let end = start;
  while (end + 1 < lines.length && lines[end + 1].trim().startsWith(mark)) {
    end += 1;
  }
  return end;
}

function stripBlock(line) {
  return line
    .trim()
    .replace(/^\/\*+ ?/, '')
    .replace(/ ?\*+\/.*$/, '')
    .replace(/^\* ?/, '');
}
