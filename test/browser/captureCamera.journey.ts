import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
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

/** A card on a desk, as a camera sees it: first out of focus for three seconds, then sharp for eight; thirty pictures a second. */
async function filmOfCard(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'attest-film-'));
  const text = LINES.map((line, at) => `<text x="320" y="${320 + at * 130}" font-size="62">${line}</text>`).join('');
  const card = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="100%" height="100%" fill="#5a5a58"/>
    <rect x="240" y="180" width="1440" height="720" rx="30" fill="#f2f2ee"/>${text}</svg>`,
  );
  const [sharpOne, blurred] = [await sharp(card).jpeg().toBuffer(), await sharp(card).blur(10).jpeg().toBuffer()];
  const film = join(folder, 'card.mjpeg');
  await writeFile(film, Buffer.concat([...Array<Buffer>(90).fill(blurred), ...Array<Buffer>(240).fill(sharpOne)]));
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
