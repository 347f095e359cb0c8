import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { scan } from '../../src/engines/documents/barcode/zxing.js';
import { card, defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { rasterOf } from '../support/pages.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { handIn, pdf } from './support/customer.js';
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

const { acme, open, origin } = journeys({
  switches: async () => [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${await filmOfCard()}`,
    // A name that is no loopback address: what comes from there is not trusted as what comes from this machine is.
    '--host-resolver-rules=MAP attest.test 127.0.0.1',
  ],
});
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
  // At once, without a way back first.
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
});

test('the camera is asked for by the side that it looks to, and for as many points as small print takes', async () => {
  await defineMembership(acme(), 'asked', { face_match: true });
  const { id, url } = await linkOf('asked');
  const page = await open(url, PHONE);
  await page.addInitScript(`
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    window.asked = [];
    navigator.mediaDevices.getUserMedia = (wanted) => (window.asked.push(wanted), ask(wanted));`);
  await page.goto(url);
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('This page may not use the camera').waitFor();
  await upload(acme(), id, await card('Anna Maria Eriksson'));
  await upload(acme(), id, await letter('Anna Maria Eriksson'));
  const size = { width: { ideal: 2_560 }, height: { ideal: 1_440 } };
  const document = { audio: false, video: { facingMode: { ideal: 'environment' }, ...size } };
  expect(await page.evaluate('window.asked')).toEqual([document]);
  await page.goto(url);
  await page.getByRole('heading', { name: 'A picture of your face' }).waitFor();
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('This page may not use the camera').waitFor();
  const face = { audio: false, video: { facingMode: { ideal: 'user' }, ...size } };
  expect(await page.evaluate('window.asked')).toEqual([face]);
});

test('over plain http, where browsers give pages no camera, the phone’s own is offered, and a file', async () => {
  const { url } = await linkOf('membership');
  const there = origin().replace('127.0.0.1', 'attest.test');
  const page = await open('about:blank', { ...PHONE, alsoFrom: [there] });
  await page.goto(there + url);
  await page.getByText('its address does not begin with https').waitFor();
  expect(await page.getByLabel('Photograph it').getAttribute('capture')).toBe('environment');
  await assertAccessible(page);
  await keepPicture(page, 'capture-plain-http');
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
});

test('a face is photographed by the button alone, and the camera is let go of afterwards', async () => {
  await defineMembership(acme(), 'faces', { face_match: true });
  const { id, url } = await linkOf('faces');
  await upload(acme(), id, await card('Anna Maria Eriksson'));
  await upload(acme(), id, await letter('Anna Maria Eriksson'));
  const page = await open('about:blank', PHONE);
  await page.context().grantPermissions(['camera'], { origin: origin() });
  await page.addInitScript(`
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    window.tracks = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      window.tracks.push(...stream.getTracks());
      return stream;
    };`);
  await page.goto(url);
  await page.getByRole('heading', { name: 'A picture of your face' }).waitFor();
  await page.getByRole('button', { name: 'Photograph it' }).click();
  await page.getByText('Hold still …').waitFor();
  await keepPicture(page, 'capture-face');
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  expect(await page.evaluate('window.tracks.map(({ readyState }) => readyState)')).toEqual(['ended']);
});

test('who began at a computer goes on on a phone, by a code with the address of the page', async () => {
  const { url } = await linkOf('membership');
  const page = await open(url);
  await page.getByText('Continue on your phone').click();
  const code = await page.getByRole('img', { name: 'Continue on your phone' }).screenshot();
  const { sightings } = await scan(await rasterOf(code), {});
  expect(sightings.map(({ text }) => text)).toEqual([origin() + url]);
  await assertAccessible(page);
  await keepPicture(page, 'capture-code');
});
