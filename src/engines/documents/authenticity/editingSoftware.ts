/** A program made for changing pictures or pages, told by what it writes into EXIF `Software`, XMP or PDF `Producer`. */
export interface EditingSoftware {
  name: string;
  pattern: RegExp;
}

/**
 * Editors by the names they leave behind in files, from their makers' documentation. Word processors, scanners, print
 * drivers and libraries that make documents are left out on purpose: that is how honest documents come about.
 */
export const EDITING_SOFTWARE: readonly EditingSoftware[] = [
  { name: 'Adobe Photoshop', pattern: /photoshop/i },
  { name: 'Adobe Illustrator', pattern: /adobe illustrator/i },
  { name: 'Adobe Lightroom', pattern: /lightroom/i },
  { name: 'Adobe Acrobat', pattern: /adobe acrobat(?! (?:distiller|pdfmaker))(?:.*\b(?:pro|standard|dc)\b|$)/i },
  { name: 'GIMP', pattern: /\bgimp\b/i },
  { name: 'Affinity', pattern: /affinity (?:photo|designer|publisher)/i },
  { name: 'Pixelmator', pattern: /pixelmator/i },
  { name: 'Paint.NET', pattern: /paint\.net/i },
  { name: 'PaintShop Pro', pattern: /paint ?shop/i },
  { name: 'CorelDRAW', pattern: /corel ?(?:draw|photo)/i },
  { name: 'Canva', pattern: /\bcanva\b/i },
  { name: 'Snapseed', pattern: /snapseed/i },
  { name: 'PicsArt', pattern: /picsart/i },
  { name: 'Inkscape', pattern: /inkscape/i },
  { name: 'Figma', pattern: /\bfigma\b/i },
  { name: 'Sejda', pattern: /\bsejda\b/i },
  { name: 'Smallpdf', pattern: /smallpdf/i },
  { name: 'iLovePDF', pattern: /ilovepdf/i },
  { name: 'PDFescape', pattern: /pdfescape/i },
  { name: 'Foxit PDF Editor', pattern: /foxit (?:phantom|pdf editor)/i },
  { name: 'Nitro Pro', pattern: /nitro (?:pdf )?pro/i },
  { name: 'PDF-XChange Editor', pattern: /pdf-xchange editor/i },
  { name: 'Wondershare PDFelement', pattern: /pdfelement/i },
  { name: 'Master PDF Editor', pattern: /master pdf editor/i },
];
