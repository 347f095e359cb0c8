import { describe, expect, it } from 'vitest';
import { columnsOfAll, csvOfAll, csvOfColumns, jsonLines } from '../../../../src/api/search/exportLines.js';
import type { Source } from '../../../../src/platform/search/search.js';

const things: Source[][] = [
  [{ doc_id: 'd1', extracted: { name: '=1+1', lines: [{ a: 1 }, { b: 0 }, { A: 2 }] }, at: '2026-03-02' }],
  [{ doc_id: 'd2', extracted: { Total: -3, total: 4, name: null, 'e.mail': '@x' }, at: null }],
];

/** Pages, and which of them were ever in hand. */
function pagesOf(all: readonly Source[][]) {
  const taken: number[] = [];
  return {
    taken,
    async *pages(): AsyncGenerator<Source[]> {
      for (const [index, page] of all.entries()) {
        await Promise.resolve();
        taken.push(index);
        yield page;
      }
    },
  };
}

const waits = (): boolean => true;
const ofAll = async (all: readonly Source[][]) => {
  const { pages } = pagesOf(all);
  return whole(csvOfAll(await columnsOfAll(pages, waits)));
};

async function whole(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('an export', () => {
  it('has a column for each field that any thing has, those of the things themselves first, and no formula', async () => {
    expect((await ofAll(things)).split('\r\n')).toEqual([
      'doc_id,at,extracted.name,extracted.lines,extracted.Total,extracted.total,extracted.e.mail',
      `d1,2026-03-02,'=1+1,"[{""a"":1},{""b"":0},{""A"":2}]",,,`,
      "d2,,,,-3,4,'@x",
      '',
    ]);
  });

  it('has the columns that are asked for, in their order, whatever the case of letters, out of lists too', async () => {
    const columns = ['EXTRACTED.total', 'none', 'extracted.e.mail', 'extracted.lines.a', 'extracted'];
    const text = await whole(csvOfColumns(pagesOf(things).pages, columns));
    expect(text.split('\r\n')).toEqual([
      'EXTRACTED.total,none,extracted.e.mail,extracted.lines.a,extracted',
      `,,,"[1,2]","{""name"":""=1+1"",""lines"":[{""a"":1},{""b"":0},{""A"":2}]}"`,
      `-3,,'@x,,"{""Total"":-3,""total"":4,""name"":null,""e.mail"":""@x""}"`,
      '',
    ]);
  });

  it('runs no formula that a column is called by', async () => {
    expect(await ofAll([[{ '=cmd': 1 }]])).toBe("'=cmd\r\n1\r\n");
  });

  it('has a thing in each line of JSON Lines, whole or as its columns', async () => {
    const linesOf = async (columns?: string[]) =>
      (await whole(jsonLines(pagesOf(things).pages, columns)))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(await linesOf()).toEqual(things.flat());
    expect(await linesOf(['DOC_ID'])).toEqual([{ doc_id: 'd1' }, { doc_id: 'd2' }]);
  });

  it('of nothing is the names of the columns that were asked for, and else nothing', async () => {
    expect(await whole(csvOfColumns(pagesOf([]).pages, ['a']))).toBe('a\r\n');
    expect([await ofAll([]), await whole(jsonLines(pagesOf([]).pages))]).toEqual(['', '']);
  });

  it('takes no page before the one before it was sent, and none once nobody reads', async () => {
    const { taken, pages } = pagesOf(things);
    for (const lines of [jsonLines(pages), csvOfColumns(pages, ['doc_id'])]) {
      taken.length = 0;
      await lines.next();
      expect(taken).toEqual([0]);
      await lines.return(undefined);
      expect(taken).toEqual([0]);
    }
  });

  it('of no more than a page is read once, and a longer one again for its lines', async () => {
    const takenOf = async (all: readonly Source[][]) => {
      const { taken, pages } = pagesOf(all);
      const columns = await columnsOfAll(pages, waits);
      await whole(csvOfAll(columns));
      return taken;
    };
    expect(await takenOf(things.slice(0, 1))).toEqual([0]);
    expect(await takenOf(things)).toEqual([0, 1, 0, 1]);
  });

  it('writes no more at a time than a part of a page that is large', async () => {
    const large = pagesOf([Array.from({ length: 20 }, (_, n) => ({ doc_id: `d${n}`, text: 'x'.repeat(50_000) }))]);
    const parts: number[] = [];
    for await (const part of jsonLines(large.pages)) parts.push(part.length);
    expect(Math.max(...parts)).toBeLessThan(120_000);
    expect(parts).toHaveLength(10);
  });

  it('refuses more columns than a line may have, where nobody named them', async () => {
    const page = [0, 1].map((of) => Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`f${of}_${n}`, 1])));
    await expect(columnsOfAll(pagesOf([page]).pages, waits)).rejects.toMatchObject({
      status: 422,
      detail: 'The export would have more than 2000 columns: name those you want in `columns`',
    });
  });

  it('does not look for columns any longer once nobody waits', async () => {
    const { taken, pages } = pagesOf(things);
    await columnsOfAll(pages, () => false);
    expect(taken).toEqual([0]);
  });
});
