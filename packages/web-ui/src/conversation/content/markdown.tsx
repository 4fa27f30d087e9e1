import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactElement, type ReactNode, useMemo } from 'react';
import { CodeText } from '../../parts/code/code-text.js';
import { MarkedText } from '../../parts/values/write-value.js';
import { Address } from '../address.js';
import styles from '../conversation.module.css';
import { PlainText } from './plain-text.js';

/** Renders Markdown as React elements. HTML is shown as text, and an image is shown as its address. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (tokens === undefined) {
    return <PlainText text={text} />;
  }
  return (
    <div className={styles['markdown']}>
      <Parts tokens={tokens} />
    </div>
  );
}

/** Returns the Markdown tokens; undefined if the text is nested too deeply for the lexer. */
function tokensOf(text: string): readonly Token[] | undefined {
  try {
    return lexer(text, { gfm: true });
  } catch {
    return undefined;
  }
}

function Parts({ tokens }: { readonly tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, at) => (
    <Fragment key={at}>{(writers[token.type] ?? asSource)(token as never)}</Fragment>
  ));
}

function asSource({ raw }: Token): ReactNode {
  return <MarkedText text={raw} />;
}

function inside({ tokens, raw }: { readonly tokens?: Token[]; readonly raw: string }): ReactNode {
  return tokens === undefined ? <MarkedText text={raw} /> : <Parts tokens={tokens} />;
}

const writers: Readonly<Record<string, (token: never) => ReactNode>> = {
  space: () => null,
  hr: () => <hr />,
  br: () => <br />,
  // A heading in a message is rendered as a paragraph, because it is not a heading of the page.
  heading: (token: Tokens.Heading) => <p className={styles['heading']}>{inside(token)}</p>,
  paragraph: (token: Tokens.Paragraph) => <p>{inside(token)}</p>,
  text: (token: Tokens.Text) => inside(token),
  escape: (token: Tokens.Escape) => <MarkedText text={token.text} />,
  strong: (token: Tokens.Strong) => <strong>{inside(token)}</strong>,
  em: (token: Tokens.Em) => <em>{inside(token)}</em>,
  del: (token: Tokens.Del) => <del>{inside(token)}</del>,
  codespan: (token: Tokens.Codespan) => (
    <code>
      <MarkedText text={token.text} />
    </code>
  ),
  code: (token: Tokens.Code) => <Code {...token} />,
  blockquote: (token: Tokens.Blockquote) => <blockquote>{inside(token)}</blockquote>,
  list: (token: Tokens.List) => <List list={token} />,
  table: (token: Tokens.Table) => <Table table={token} />,
  link: (token: Tokens.Link) => <Address address={token.href}>{inside(token)}</Address>,
  image: (token: Tokens.Image) => (
    <>
      image <MarkedText text={token.text} /> <Address address={token.href}>{token.href}</Address>
    </>
  ),
};

function Code({ text, lang }: Tokens.Code): ReactElement {
  return (
    <pre className="mono">
      {lang !== undefined && lang !== '' && (
        <span className={styles['language']}>
          <MarkedText text={lang} />
        </span>
      )}
      <CodeText text={text} language={lang?.split(' ')[0] ?? ''} />
    </pre>
  );
}

function List({ list }: { readonly list: Tokens.List }): ReactElement {
  const items = list.items.map(({ task, checked, tokens }, at) => (
    <li key={at}>
      {task && (checked ? '☑ ' : '☐ ')}
      <Parts tokens={tokens} />
    </li>
  ));
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { readonly table: Tokens.Table }): ReactElement {
  const { header, rows, align } = table;
  const alignment = (at: number) =>
    align[at] === 'right' || (align[at] === null && isOfNumbers(table, at)) ? 'num' : undefined;
  return (
    <div className={styles['table']}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, at) => (
              <th key={at} className={alignment(at)}>
                <Parts tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, at) => (
                <td key={at} className={alignment(at)}>
                  <Parts tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Matches a number with a sign, a currency, separators or a short unit, such as `-1,204.50 €`, `31 %` or `9 kW`. */
const number = /^[-+~<>≤≥]?\s?\p{Sc}?\s?\d[\d.,\s]*(?:\p{Sc}|%|\p{L}{1,3})?$/u;

/** Returns true if each cell of a column is empty or contains a number. */
function isOfNumbers({ rows }: Tokens.Table, at: number): boolean {
  const texts = rows.map((cells) => cells[at]?.text.trim() ?? '').filter((text) => text !== '');
  return texts.length > 0 && texts.every((text) => number.test(text));
}
