import exifReader from 'exif-reader';
import type { Metadata } from 'sharp';
import type { AcceptedMimeType } from './sniff.js';
import type { FileFacts } from './page.js';

/** XMP properties that name the software a picture went through (Adobe XMP specification, part 2). */
const XMP_SOFTWARE = /(?:xmp:CreatorTool|stEvt:softwareAgent)(?:="|>)([^"<]{1,200})/g;

/** What a picture says about itself: EXIF (CIPA DC-008), XMP and density. Metadata that does not parse says nothing. */
export function imageFacts(mimeType: AcceptedMimeType, metadata: Metadata): FileFacts {
  const exif = parseExif(metadata.exif);
  const xmp = [...(metadata.xmpAsString ?? '').matchAll(XMP_SOFTWARE)].map(([, software]) => software ?? '');
  const software = [exif?.Image?.Software, exif?.Image?.ProcessingSoftware, ...xmp].flatMap(asText);
  const camera = [exif?.Image?.Make, exif?.Image?.Model].flatMap(asText).join(' ');
  return {
    mime_type: mimeType,
    software: [...new Set(software)],
    created: asDate(exif?.Photo?.DateTimeOriginal),
    modified: asDate(exif?.Image?.DateTime),
    camera: camera || undefined,
    dpi: metadata.density,
  };
}

function parseExif(block: Buffer | undefined): exifReader.Exif | undefined {
  if (!block) return undefined;
  try {
    return exifReader(block);
  } catch {
    return undefined;
  }
}

/** EXIF text is padded with NULs and blanks. */
const asText = (value: unknown): string[] => {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
  return text ? [text.slice(0, 200)] : [];
};

const asDate = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
