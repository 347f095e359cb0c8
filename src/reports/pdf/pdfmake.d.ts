/**
 * The part of pdfmake 0.3 that reports and specimens are made with. The types on npm (`@types/pdfmake`) bring those of the browser into the whole program,
 * where they contradict the ones of Node.
 */
declare module 'pdfmake' {
  namespace pdfmake {
    /** Points: all sides; left and right, top and bottom; left, top, right, bottom. */
    type Margin = number | [number, number] | [number, number, number, number];

    /** How a piece of content looks; inherited by what is in it. */
    interface Look {
      style?: string;
      font?: string;
      fontSize?: number;
      lineHeight?: number;
      bold?: boolean;
      italics?: boolean;
      color?: string;
      characterSpacing?: number;
      alignment?: 'left' | 'right' | 'center';
      margin?: Margin;
    }

    /** A rectangle of a drawing, in points from its top left. */
    interface Rect {
      type: 'rect';
      x: number;
      y: number;
      w: number;
      h: number;
      lineWidth: number;
      lineColor: string;
      dash?: { length: number; space: number };
    }

    /** A line of a drawing, in points from its top left. */
    interface Line {
      type: 'line';
      x1: number;
      y1: number;
      x2: number;
      y2: number;
      lineWidth: number;
      lineColor: string;
    }

    /** A piece of content: exactly one of `text`, `stack`, `columns`, `table`, `ul`, `image` and `canvas` says what it is. */
    interface ContentNode extends Look {
      text?: string | Content[];
      stack?: Content[];
      columns?: Content[];
      columnGap?: number;
      table?: Table;
      layout?: CustomTableLayout;
      ul?: Content[];
      image?: string;
      fit?: [number, number];
      canvas?: (Line | Rect)[];
      width?: number | string;
      /** Stands in the outline of the document. */
      outline?: boolean;
      /** Passed to `pageBreakBefore`. */
      headlineLevel?: number;
      unbreakable?: boolean;
      pageBreak?: 'before' | 'after';
      /** Of a cell. */
      fillColor?: string;
    }

    type Content = string | ContentNode;
    type TableCell = Content;

    interface Table {
      widths: (number | string)[];
      /** A row stands on one page. */
      dontBreakRows?: boolean;
      /** Repeated on each page. */
      headerRows?: number;
      /** Rows that must stand on the page of the header. */
      keepWithHeaderRows?: number;
      body: TableCell[][];
    }

    interface LaidOutTable {
      table: Table;
    }

    /** Lines and room of a table, in points, by row or column from 0. */
    interface CustomTableLayout {
      hLineWidth?: (row: number, node: LaidOutTable) => number;
      vLineWidth?: (column: number, node: LaidOutTable) => number;
      hLineColor?: (row: number, node: LaidOutTable) => string;
      paddingLeft?: (column: number, node: LaidOutTable) => number;
      paddingRight?: (column: number, node: LaidOutTable) => number;
      paddingTop?: (row: number, node: LaidOutTable) => number;
      paddingBottom?: (row: number, node: LaidOutTable) => number;
    }

    interface AttachedFile {
      /** A data URL. */
      src: string;
      name: string;
      type: string;
      description: string;
      creationDate: Date;
      modifiedDate: Date;
    }

    interface DocumentDefinition {
      content: Content[];
      footer?: (page: number, pages: number) => Content;
      /** In points; `auto` is as high as what is on it. */
      pageSize: 'A4' | 'LETTER' | { width: number; height: number | 'auto' };
      pageMargins: Margin;
      pageBreakBefore?: (node: {
        headlineLevel?: number;
        /** How far down the page it begins: 0 at the top, 1 at the bottom. */
        startPosition: { verticalRatio: number };
      }) => boolean;
      version: '1.7';
      language: string;
      displayTitle: boolean;
      info: {
        title: string;
        author: string;
        creator: string;
        subject: string;
        creationDate: Date;
        modDate: Date;
      };
      files?: { [key: string]: AttachedFile };
      defaultStyle: Look;
      styles?: { [name: string]: Look };
    }

    interface FontFiles {
      normal: string;
      bold: string;
      italics: string;
      bolditalics: string;
    }
  }

  const pdfmake: {
    setFonts(fonts: { [name: string]: pdfmake.FontFiles }): void;
    /** Which addresses may be fetched. */
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    /** Which files may be read. */
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: pdfmake.DocumentDefinition): { getBuffer(): Promise<Buffer> };
  };
  export = pdfmake;
}
