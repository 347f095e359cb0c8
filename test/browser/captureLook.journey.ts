import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defineMembership, letter } from '../acceptance/support/cases.js';
import { textPdf } from '../acceptance/support/textPdf.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { handIn, pdf } from './support/customer.js';
import { journeys } from './support/journeys.js';

const { acme, open } = journeys();

const side = (...more: string[]) =>
  textPdf('Harbour Rowing Club membership card', 'Membership number: HRC-48213-77', ...more);

test.each([
  ['in daylight', false],
  ['in the dark', true],
])(
  'as its tenant made it, %s, a customer chooses one of several documents, hands in both sides of a card, and goes back to the tenant',
  async (_, dark) => {
    const logo = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#7a1f5e' } })
      .png()
      .toBuffer();
    const capture = {
      ...{ name: 'Harbour Rowing Club', intro: 'To become a member we need a few papers of yours.', accent: '#7a1f5e' },
      ...{ logo: `data:image/png;base64,${logo.toString('base64')}`, return_url: 'https://club.example/welcome' },
    };
    const required = [['club_card', 'club_letter'], 'club_letter'];
    await defineMembership(acme(), 'made', { capture, required, sides: { club_card: 'front_and_back' } });
    const id = String((await acme().post('/v1/cases', { goal: 'made', language: 'en' })).body['session_id']);
    const { body } = await acme().post(`/v1/cases/${id}/links`, {});
    const page = await open(String(body['url']), { width: 360, dark });
    const isWithinThePage = async (name: string): Promise<void> => {
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
        0,
      );
      await assertAccessible(page);
      await keepPicture(page, `capture-made-${name}${dark ? '-dark' : ''}`);
    };
    await page.getByText(capture.intro).waitFor();
    await page.getByRole('group', { name: 'Which one do you have?' }).waitFor();
    await isWithinThePage('choices');
    await page.getByLabel('Harbour Rowing Club membership card').check();
    await page.getByRole('heading', { name: 'Harbour Rowing Club membership card – front' }).waitFor();
    await handIn(page, pdf(await side('Full name: Anna Maria Eriksson')));
    await page.getByRole('heading', { name: 'Harbour Rowing Club membership card – back' }).waitFor();
    await isWithinThePage('back');
    await handIn(page, pdf(await side('If found, please return it to the boathouse')));
    await page.getByRole('heading', { name: 'Harbour Rowing Club letter of welcome' }).waitFor();
    await handIn(page, pdf(await letter('Anna Maria Eriksson')));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. It is sent.').waitFor();
    const back = page.getByRole('link', { name: 'Go on to Harbour Rowing Club' });
    expect(await back.getAttribute('href')).toBe(capture.return_url);
    await isWithinThePage('sent');
  },
);
