import type { Page } from 'playwright-core';
import { WORDS } from '../../../src/api/capture/words/index.js';

/** A file as a browser is given it. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A page as a file. */
export const pdf = (buffer: Buffer, name = 'page.pdf'): ChosenFile => ({ name, mimeType: 'application/pdf', buffer });

/** A photograph as a file. */
export const jpeg = (buffer: Buffer): ChosenFile => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });

/** Chooses a file, looks at what will be sent, and sends it; of what the browser opens the picture, of all else its name. */
export async function handIn(page: Page, file: ChosenFile, language: keyof typeof WORDS = 'en'): Promise<void> {
  const words = WORDS[language];
  await page.getByLabel(words.choose).setInputFiles(file);
  const isPicture = file.mimeType.startsWith('image/');
  await page.getByRole('button', { name: isPicture ? words.use : words.useFile }).click();
}
