import { z } from 'zod';
import { strictObject } from '../core/forms.js';
import type { Json } from '../core/json.js';
import { isBlank } from '../core/text.js';

/** What the page of a tenant's customers says and looks like, as the agent's `definition.capture` has it. */
export interface CaptureSettings {
  /** Who asks; the name of the agent where it is left out. */
  name?: string | undefined;
  /** What for, in the tenant's own words. */
  intro?: string | undefined;
  /** To what the customer agrees before they hand something in; nothing is asked where it is left out. */
  consent?: { version: string; text: string } | undefined;
  /** Colour of buttons and of what can be chosen, `#rrggbb`. */
  accent?: string | undefined;
  /** A picture, as a `data:` address. */
  logo?: string | undefined;
  /** Where the customer goes when they are done, `https`. */
  return_url?: string | undefined;
  /** Origins whose pages may show the page in a frame; none where it is left out. */
  framed_by?: string[] | undefined;
}

/** Least contrast of text, WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;

/** Most origins that may show the page in a frame. */
const MOST_FRAMERS = 10;

/** Most characters of a logo: 32 KiB in base64 with what stands before. */
const LONGEST_LOGO = 43_720;

const text = (most: number) =>
  z
    .string({ error: 'must be a text' })
    .trim()
    .refine((said) => !isBlank(said), { error: 'must not be blank' })
    .max(most, { error: `must have at most ${most} characters` });

/** The form of it. */
export const captureSettings = strictObject(
  {
    name: text(100).optional(),
    intro: text(1_000).optional(),
    consent: strictObject({ version: text(50), text: text(5_000) }, 'must be an object of version and text').optional(),
    accent: z
      .string({ error: 'must be a text' })
      .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour as #1a5f9e', abort: true })
      .refine((colour) => contrastToWhite(colour) >= LEAST_CONTRAST, {
        error: `must have a contrast of at least ${LEAST_CONTRAST} to white: take a darker one`,
      })
      .optional(),
    logo: text(LONGEST_LOGO)
      .refine(isPicture, { error: 'must be a PNG, JPEG or WebP picture of at most 32 KiB as a data: address' })
      .optional(),
    return_url: text(2_000).refine(isHttps, { error: 'must be an https address' }).optional(),
    framed_by: z
      .array(text(200).refine(isOrigin, { error: 'must be an origin as https://bank.example' }), {
        error: 'must be a list',
      })
      .max(MOST_FRAMERS, { error: `must have at most ${MOST_FRAMERS} entries` })
      .optional(),
  },
  'must be an object',
) satisfies z.ZodType<CaptureSettings>;

/** What a definition says of the page; nothing where it says nothing that has this form. */
export const captureOf = ({ capture }: { readonly [key: string]: Json }): CaptureSettings =>
  captureSettings.safeParse(capture).data ?? {};

/** Contrast to white by WCAG 2.2 (relative luminance of sRGB). @param colour `#rrggbb` */
function contrastToWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** What a file of each kind begins with, in base64: of the PNG signature, of a JPEG's first marker, of `RIFF`. */
const BEGINNINGS = { png: 'iVBORw0KGgo', jpeg: '/9j/', webp: 'UklGR' };

function isPicture(address: string): boolean {
  const [, kind, content] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  return content?.startsWith(BEGINNINGS[kind as keyof typeof BEGINNINGS]) === true;
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** Machines that a page is tried on before it has a certificate. */
const OWN_MACHINE = ['localhost', '127.0.0.1'];

/** A name of the domain name system, an address of IPv4, or one of IPv6 in brackets. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname } = new URL(address);
  // It stands in a policy, where a star is any, and a semicolon or a comma begins something else; a host of URLs may hold those.
  if (!HOST.test(hostname)) return false;
  return origin === address && (protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.includes(hostname)));
}
