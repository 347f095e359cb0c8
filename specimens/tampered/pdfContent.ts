import { decodePDFRawStream, PDFArray, type PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';

/** A content stream of a page that draws some text, and what it says. */
export interface Content {
  ref: PDFRef;
  /** PDF operators. */
  operators: string;
}

/**
 * The content streams of a page, by default of the first one.
 * @param page from 1
 */
export function contentsOf(pdf: PDFDocument, page = 1): Content[] {
  const contents = pdf.getPage(page - 1).node.get(PDFName.of('Contents'));
  const refs: (PDFObject | undefined)[] = contents instanceof PDFArray ? contents.asArray() : [contents];
  return refs.flatMap((ref) => {
    if (!(ref instanceof PDFRef)) return [];
    const stream = pdf.context.lookup(ref);
    if (!(stream instanceof PDFRawStream)) return [];
    return [{ ref, operators: Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') }];
  });
}

/** Text as pdf-lib writes it with a standard font: WinAnsi in hexadecimal digits. */
const hexOf = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex').toUpperCase()}>`;

/**
 * Operators in which one text that is drawn is another.
 * @throws Error when the text is not drawn
 */
export function withText(contents: readonly Content[], from: string, to: string): Content {
  const content = contents.find(({ operators }) => operators.includes(hexOf(from)));
  if (!content) throw new Error(`The page does not draw "${from}".`);
  return { ...content, operators: content.operators.replace(hexOf(from), to === '' ? '<>' : hexOf(to)) };
}
