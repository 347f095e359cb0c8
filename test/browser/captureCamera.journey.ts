import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { scan } from '../../src/engines/documents/barcode/zxing.js';
import { card, defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { rasterOf } from '../support/pages.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const PHONE = { width: 390 };
const LINES = [
  ...['Harbour Rowing Club membership card', 'Full name: Anna Maria Eriksson', 'Membership number: HRC-48213-77'],
  'Member of the club since the spring of 2019',
];
let folder: string;

/** A lamp that is mirrored in the card. */
const LAMP = `<radialGradient id="lamp"><stop offset="0.6" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
  <circle cx="900" cy="520" r="340" fill="url(#lamp)"/>`;

/** A card on a desk, not quite straight; of grey paper, which the browser shows lighter than it is. */
function cardOnDesk(more = ''): Sharp {
  const text = LINES.map((line, at) => `<text x="320" y="${320 + at * 130}" font-size="62">${line}</text>`).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="100%" height="100%" fill="#5a5a58"/>
      <g transform="rotate(-3 960 540)"><rect x="240" y="180" width="1440" height="720" rx="30" fill="#c8c8c4"/>${text}</g>${more}</svg>`,
    ),
  );
}

/** The card as a camera sees it, thirty pictures a second: three seconds out of focus, four with a lamp in it, then well for eight. */
async function filmOfCard(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'attest-film-'));
  const film = join(folder, 'card.mjpeg');
  const takes: [Sharp, number][] = [
    [cardOnDesk().blur(10), 90],
    [cardOnDesk(LAMP), 120],
    [cardOnDesk(), 240],
  ];
  const frames = takes.map(async ([take, count]) => Array<Buffer>(count).fill(await take.jpeg().toBuffer()));
  await writeFile(film, Buffer.concat((await Promise.all(frames)).flat()));
  return film;
}

const { acme, open, origin } = journeys(
  () => Promise.resolve({}),
  async () => ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${await filmOfCard()}`],
);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linkOf(goal: string): Promise<{ id: string; url: string }> {
  const id = String((await acme().post('/v1/cases', { goal, language: 'en' })).body['session_id']);
  return { id, url: String((await acme().post(`/v1/cases/${id}/links`, {})).body['url']) };
}

test('the camera says what is wrong, and takes the picture by itself once all is well; what it took is looked at, sent and read', async () => {
  const { id, url } = await linkOf('membership');
  const page = await open(url, PHONE);
  await page.context().grantPermissions(['camera'], { origin: origin() });
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('It is blurred').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-camera');
  await page.getByText('A reflection covers part of it').waitFor();
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  await keepPicture(page, 'capture-taken');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toMatchObject([
    { document_type: 'club_card', extracted: { full_name: 'Anna Maria Eriksson' } },
  ]);
});

test('who does not allow the camera is told how to, and hands in a file instead', async () => {
  const { url } = await linkOf('membership');
  const page = await open(url, PHONE);
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('This page may not use the camera').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Choose a file').waitFor({ state: 'attached' });
});

test('a face is photographed by the button alone, and the camera is let go of afterwards', async () => {
  await defineMembership(acme(), 'faces', { face_match: true });
  const { id, url } = await linkOf('faces');
  await upload(acme(), id, await card('Anna Maria Eriksson'));
  await upload(acme(), id, await letter('Anna Maria Eriksson'));
  const page = await open(url, PHONE);
  await page.context().grantPermissions(['camera'], { origin: origin() });
  await page.getByRole('heading', { name: 'A picture of your face' }).waitFor();
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('Hold still …').waitFor();
  await keepPicture(page, 'capture-face');
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  expect(await page.locator('video').count()).toBe(0);
});

test('who began at a computer goes on on a phone, by a code with the address of the page', async () => {
  const { url } = await linkOf('membership');
  const page = await open(url);
  await page.getByText('Go on on your phone').click();
  const code = await page.getByRole('img', { name: 'Go on on your phone' }).screenshot();
  const { sightings } = await scan(await rasterOf(code), {});
  expect(sightings.map(({ text }) => text)).toEqual([origin() + url]);
  await assertAccessible(page);
  await keepPicture(page, 'capture-code');
});
