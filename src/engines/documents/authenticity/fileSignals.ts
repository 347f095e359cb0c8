import type { FileFacts, Page } from '../reading/page.js';
import type { AuthenticitySignal } from './authenticity.js';

/**
 * Programs made to change pictures and PDFs, as they name themselves in EXIF, XMP and PDF metadata. Scanners, office programs, printers'
 * drivers, phones and PDF libraries are not among them: they make documents.
 */
const EDITORS: readonly [name: string, pattern: RegExp][] = [
  ['Adobe Photoshop', /photoshop/i],
  ['Adobe Lightroom', /lightroom/i],
  ['Adobe Illustrator', /illustrator/i],
  ['Adobe Acrobat editor', /acrobat (?:pro|\d+.*(?:editor|pdfmaker edit))/i],
  ['Affinity', /affinity (?:photo|designer|publisher)/i],
  ['GIMP', /\bgimp\b/i],
  ['Paint.NET', /paint\.net/i],
  ['Microsoft Paint', /\b(?:ms|microsoft) ?paint\b/i],
  ['Pixelmator', /pixelmator/i],
  ['Canva', /\bcanva\b/i],
  ['Figma', /\bfigma\b/i],
  ['CorelDRAW or PaintShop', /\bcorel|paintshop/i],
  ['Inkscape', /inkscape/i],
  ['Krita', /\bkrita\b/i],
  ['Photopea', /photopea/i],
  ['Snapseed', /snapseed/i],
  ['PicsArt', /picsart/i],
  ['Facetune', /facetune/i],
  ['Foxit PDF Editor', /foxit (?:phantom|pdf editor)/i],
  ['PDF-XChange Editor', /pdf-?xchange editor/i],
  ['Sejda', /\bsejda\b/i],
  ['Smallpdf', /smallpdf/i],
  ['iLovePDF', /ilovepdf/i],
  ['PDFescape', /pdfescape/i],
  ['Wondershare PDFelement', /pdfelement|wondershare/i],
  ['Nitro PDF', /nitro (?:pro|pdf)/i],
];

/** Seconds between making and changing a file that programs take for themselves. */
const SAME_MOMENT = 60;

/** Sizes of screens in pixels, short side by long side: what phones, tablets and monitors are sold with. */
const SCREENS = new Set(
  (
    '750x1334 828x1792 1080x1920 1080x2160 1080x2220 1080x2280 1080x2340 1080x2400 1125x2436 1170x2532 1179x2556 1206x2622 1242x2208 ' +
    '1242x2688 1284x2778 1290x2796 1320x2868 1440x2560 1440x2960 1440x3040 1440x3088 1440x3120 1440x3200 720x1280 720x1600 ' +
    '768x1024 1536x2048 1620x2160 1640x2360 1668x2224 1668x2388 2048x2732 ' +
    '768x1366 900x1440 900x1600 1050x1680 1080x2560 1200x1920 1440x3440 1600x2560 1800x2880 2160x3840 1964x3024 2234x3456'
  ).split(' '),
);

/** What the file itself tells: the programs it went through, when it was changed, and whether it is a picture of a screen. */
export function fileSignals(facts: FileFacts, pages: readonly Page[]): AuthenticitySignal[] {
  return [editingSoftware(facts), pdfUpdates(facts), modified(facts), screenshot(facts, pages)].filter(
    (signal) => signal !== undefined,
  );
}

function editingSoftware({ software }: FileFacts): AuthenticitySignal | undefined {
  const found = EDITORS.filter(([, pattern]) => software.some((name) => pattern.test(name))).map(([name]) => name);
  if (found.length === 0) return undefined;
  return {
    code: 'editing_software',
    weight: 'moderate',
    message: `The file went through ${found.join(' and ')}. Cropping and turning leave the same trace as changing what it shows.`,
    evidence: { software: found },
  };
}

function pdfUpdates({ incremental_updates: updates = 0 }: FileFacts): AuthenticitySignal | undefined {
  if (updates === 0) return undefined;
  return {
    code: 'pdf_changed_after_creation',
    weight: 'moderate',
    message: `The PDF was added to ${updates === 1 ? 'once' : `${updates} times`} after it was first written. Signatures and filled-in forms do that too.`,
    evidence: { updates },
  };
}

function modified({ mime_type, created, modified: changed }: FileFacts): AuthenticitySignal | undefined {
  if (!created || !changed) return undefined;
  const seconds = (Date.parse(changed) - Date.parse(created)) / 1000;
  if (!(seconds > SAME_MOMENT)) return undefined;
  return {
    code: 'modified_after_created',
    weight: mime_type === 'application/pdf' ? 'moderate' : 'weak',
    message: 'The file says that it was changed after it was made. Saving it anew is enough for that.',
    evidence: { created, modified: changed },
  };
}

function screenshot({ mime_type, camera }: FileFacts, pages: readonly Page[]): AuthenticitySignal | undefined {
  const [page] = pages;
  if (!page || mime_type === 'application/pdf' || camera) return undefined;
  const size = [page.width, page.height].sort((one, other) => one - other).join('x');
  if (!SCREENS.has(size)) return undefined;
  return {
    code: 'looks_like_screenshot',
    weight: 'weak',
    message: 'The picture has exactly the size of a screen and no trace of a camera or scanner, as a screenshot has.',
    evidence: { width: page.width, height: page.height },
  };
}
