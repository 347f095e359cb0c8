import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian and others put it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser of this machine. @param args switches beside the usual ones @throws Error where there is none */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error('There is no Chromium here: install it, or set CHROMIUM to where it is');
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}
