import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { card, defineMembership, letter } from '../acceptance/support/cases.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { handIn, jpeg, pdf } from './support/customer.js';
import { journeys } from './support/journeys.js';

const { acme, open } = journeys();

const PHONE = { width: 360 };

async function linkOf(goal: string, more: object = {}): Promise<{ id: string; url: string }> {
  const id = String((await acme().post('/v1/cases', { goal, ...more })).body['session_id']);
  const { body } = await acme().post(`/v1/cases/${id}/links`, {});
  return { id, url: String(body['url']) };
}

test('on a phone a customer agrees, hands in what is needed, and sends it', async () => {
  const consent = { version: '1', text: 'We compare your documents with each other.' };
  await defineMembership(acme(), 'agreed', { capture: { name: 'Harbour Rowing Club', consent } });
  const { id, url } = await linkOf('agreed', { language: 'en' });
  const page = await open(url, PHONE);
  await page.getByRole('heading', { name: 'Harbour Rowing Club asks you for documents' }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-consent');
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('heading', { name: /membership card/ }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-take');
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  await handIn(page, pdf(await letter('Anna Maria Eriksson')));
  await page.getByText('All that is needed is here.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  await keepPicture(page, 'capture-sent');
  const links = (await acme().get(`/v1/cases/${id}/links`)).list;
  expect(links).toMatchObject([{ used: 1, consent: { version: '1' } }]);
  expect((await acme().get(`/v1/cases/${id}`)).body['progress']).toMatchObject({ complete: true });
});

test('it speaks the language of the case, and goes on where it was when it is loaded again', async () => {
  const { url } = await linkOf('membership', { language: 'de' });
  const page = await open(url, PHONE);
  await page.getByText('Membership bittet Sie um Dokumente').waitFor();
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de');
  await handIn(page, pdf(await card('Anna Maria Eriksson')), 'de');
  await page.getByText('ist da').waitFor();
  await page.reload();
  await page.getByText('ist da').waitFor();
  await page.getByText('fehlt noch').waitFor();
});

test('a link that is good for nothing says so, whatever is wrong with it', async () => {
  const page = await open(`/capture/${'A'.repeat(64)}`, PHONE);
  await page.getByText('This link is not valid any more').waitFor();
  await assertAccessible(page);
});

test('what is no document is refused with words, and another can be taken', async () => {
  const { url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  await handIn(page, pdf(Buffer.from('<svg/>'), 'x.pdf'));
  await page.getByRole('alert').waitFor();
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByText('here', { exact: true }).waitFor();
});

test('a picture is looked at before it is sent: one that is too dark says so, and what the camera noted in it stays behind', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  const lines = [
    'Harbour Rowing Club membership card',
    'Full name: Anna Maria Eriksson',
    'Membership number: HRC-48213-77',
  ];
  const text = lines.map((line, at) => `<text x="80" y="${200 + at * 120}" font-size="48">${line}</text>`).join('');
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="900"><rect width="100%" height="100%" fill="#f2f2ee"/>${text}</svg>`,
  );
  const noted = { IFD0: { Artist: 'Unmistakable Owner' } };
  const photo = (picture: Sharp) => picture.jpeg().withExif(noted).toBuffer();
  const [dark, good] = [await photo(sharp(svg).linear(0.2)), await photo(sharp(svg))];
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/capture/documents') ? 1 : 0));
  await page.getByLabel('Choose a file').setInputFiles(jpeg(dark));
  await page.getByText('It is too dark').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-dark');
  expect(sent).toBe(0);
  await page.getByRole('button', { name: 'Take another' }).click();
  await page.getByLabel('Choose a file').setInputFiles(jpeg(good));
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('here', { exact: true }).waitFor();
  const { documents } = (await acme().get(`/v1/cases/${id}`)).body as {
    documents: { file_url: string; extracted: object }[];
  };
  expect(documents).toMatchObject([{ extracted: { full_name: 'Anna Maria Eriksson' } }]);
  const { bytes } = await acme().get(documents[0]?.file_url ?? '');
  expect(bytes.toString('latin1')).not.toContain('Unmistakable Owner');
});

test('where the network breaks off, before or after the service has it, a file is sent again and is there once', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  let tries = 0;
  await page.route('**/capture/documents', async (route) => {
    tries++;
    // The first does not arrive; of the second the answer is lost.
    if (tries === 2) await route.fetch();
    return tries <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  expect(tries).toBe(3);
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toHaveLength(1);
  await handIn(page, pdf(await letter('Anna Maria Eriksson')));
  let submissions = 0;
  await page.route('**/capture/submissions', async (route) => {
    submissions++;
    if (submissions === 1) await route.fetch();
    return submissions === 1 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
});

test('a page that was loaded again in the middle, and one in another tab, send what is there once', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const [one, other] = [await open(url, PHONE), await open(url, PHONE)];
  await handIn(one, pdf(await card('Anna Maria Eriksson')));
  await one.getByText('here', { exact: true }).waitFor();
  await one.reload();
  await handIn(one, pdf(await letter('Anna Maria Eriksson')));
  await one.getByText('All that is needed is here.').waitFor();
  // Its customer comes back to it.
  await other.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await other.getByText('All that is needed is here.').waitFor();
  await one.getByRole('button', { name: 'Send' }).click();
  await one.getByText('Thank you. It is sent.').waitFor();
  await other.getByRole('button', { name: 'Send' }).click();
  await other.getByText('This link is not valid any more').waitFor();
  expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toHaveLength(2);
});

test('a page that the service did not answer asks again by itself', async () => {
  const { url } = await linkOf('membership', { language: 'en' });
  const page = await open(`/capture/${'A'.repeat(64)}`, PHONE);
  let isAway = true;
  await page.route('**/capture/case', (route) => (isAway ? route.abort('connectionrefused') : route.continue()));
  await page.goto(url);
  await page.getByText('There is no connection').waitFor();
  await assertAccessible(page);
  isAway = false;
  await page.getByRole('heading', { name: 'Membership asks you for documents' }).waitFor();
});

test('a customer who does not have all of it sends what is there', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, { width: 1280 });
  await page.getByText('Choose a file').waitFor();
  await page.getByRole('button', { name: 'I do not have this' }).click();
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  await page.getByRole('button', { name: 'I do not have this' }).click();
  await page.getByRole('heading', { name: /Still needed: .*card and .*welcome/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Send what is here' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Hand it in' }).click();
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'I do not have this' }).click();
  await page.getByRole('heading', { name: 'Still needed: Harbour Rowing Club letter of welcome.' }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-desktop');
  await page.getByRole('button', { name: 'Send what is here' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
});

test('written from right to left, with texts of the tenant that are, nothing stands out of the page', async () => {
  const capture = { intro: 'لفتح حسابك نحتاج إلى وثائقك' };
  await defineMembership(acme(), 'arabic', { capture });
  const { url } = await linkOf('arabic', { language: 'en' });
  const page = await open(url, PHONE);
  await page.getByText(capture.intro).waitFor();
  const direction = `getComputedStyle(document.querySelector('.intro')).direction`;
  expect(await page.evaluate(direction)).toBe('rtl');
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await assertAccessible(page);
  await keepPicture(page, 'capture-right-to-left');
});

test('over a slow network it is said that a file is on its way, and a page that is loaded again meanwhile has it once', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  const network = await page.context().newCDPSession(page);
  // Lighthouse's slow 4G, with a tenth of its upload.
  const slow = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 9_600 };
  await network.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  const noise = sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const noisy = { name: 'noise.png', mimeType: 'image/png', buffer: await noise.png().toBuffer() };
  await page.getByLabel('Choose a file').setInputFiles(noisy);
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Sending, and having a look at it').waitFor();
  await page.reload();
  // It is gone on with, by itself.
  await page.getByText('Sending, and having a look at it').waitFor();
  await page.getByText(/We could not tell what that is|could not be read|No text/).waitFor();
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toHaveLength(1);
});

test('a picture that did not get through is still there, and is sent again as the same', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  const heic = await readFile(new URL('../fixtures/pictures/card.heic', import.meta.url));
  const keys: (string | undefined)[] = [];
  await page.route('**/capture/documents', async (route) => {
    if (keys.push(route.request().headers()['idempotency-key']) > 1) return route.continue();
    return route.fulfill({ status: 409, json: { detail: 'A request with this key is still being executed' } });
  });
  await page.getByLabel('Choose a file').setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByRole('alert').getByText('That did not get through. Try again in a moment.').waitFor();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toHaveLength(1);
});

test('a HEIC, as phones keep pictures, is opened where the browser cannot, looked at and read', async () => {
  const { id, url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  // A card drawn for this, by libheif's `heif-enc`.
  const heic = await readFile(new URL('../fixtures/pictures/card.heic', import.meta.url));
  await page.getByLabel('Choose a file').setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic });
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  await keepPicture(page, 'capture-heic');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  expect((await acme().get(`/v1/cases/${id}`)).body['documents']).toMatchObject([
    { extracted: { full_name: 'Anna Maria Eriksson' } },
  ]);
});
