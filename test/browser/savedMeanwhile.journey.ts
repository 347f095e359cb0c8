import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open, signIn } = journeys();

/** What is edited: where, the label of its JSON, and what of it two people change: as it stands in the JSON, and as it is sent. */
const EDITED = {
  async agent() {
    const [agent] = (await acme().get('/v1/agents')).list;
    const id = String(agent?.['id']);
    const definition = agent?.['definition'] as object;
    return {
      ...{ path: `/v1/agents/${id}`, screen: `/console/agents/${id}`, label: 'Definition' },
      inJson: (note: string): object => ({ note }),
      sent: (note: string): object => ({ definition: { ...definition, note } }),
    };
  },
  async 'document type'() {
    const inJson = (prompt_hint: string): object => ({ prompt_hint });
    const path = '/v1/document-types/club_card';
    return Promise.resolve({
      ...{ path, screen: '/console/types/club_card', label: 'Configuration' },
      inJson,
      sent: inJson,
    });
  },
};

/** Writes something else into the JSON. */
async function write(page: Page, label: string, changes: object): Promise<void> {
  const json = page.getByLabel(label, { exact: true });
  await json.fill(JSON.stringify({ ...(JSON.parse(await json.inputValue()) as object), ...changes }, null, 2));
}

const OVERTAKEN = /^Somebody saved it meanwhile/;

test.each(['agent', 'document type'] as const)(
  'who saves behind another is told, loses nothing, and overwrites only then: %s',
  async (kind) => {
    const { path, screen, label, inJson, sent } = await EDITED[kind]();
    const page = await open(screen);
    await signIn(page);
    await write(page, label, inJson('mine'));
    const written = await page.getByLabel(label, { exact: true }).inputValue();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    let isFirst = true;
    await page.route(`**${path}`, async (route) => {
      // Between the press of the button and the service.
      if (route.request().method() === 'PUT' && isFirst) {
        isFirst = false;
        expect((await acme().put(path, sent('theirs'))).status).toBe(200);
      }
      await route.continue();
    });
    await save.click();
    await page
      .getByRole('alert')
      .getByText(/^Somebody has changed it since you saw it/)
      .waitFor();
    await page.getByText(OVERTAKEN).waitFor();
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(written);
    expect((await acme().get(path)).body).toMatchObject(sent('theirs'));
    await assertAccessible(page);
    await keepPicture(page, `overtaken ${kind}`);
    await save.click();
    await expect.poll(async () => (await acme().get(path)).body).toMatchObject(sent('mine'));
    await page.getByText(OVERTAKEN).waitFor({ state: 'detached' });
  },
);

test.each(['agent', 'document type'] as const)(
  'what another saves is shown at once where nothing was written, else once that is let go of: %s',
  async (kind) => {
    const { path, screen, label, inJson, sent } = await EDITED[kind]();
    const page = await open(screen);
    await signIn(page);
    const json = page.getByLabel(label, { exact: true });
    await json.waitFor();
    await acme().put(path, sent('first'));
    await expect.poll(() => json.inputValue()).toContain('"first"');
    await write(page, label, inJson('mine'));
    await acme().put(path, sent('second'));
    await page.getByText(OVERTAKEN).waitFor();
    expect(await json.inputValue()).toContain('"mine"');
    await page.getByRole('button', { name: 'Discard mine, show what was saved' }).click();
    await expect.poll(() => json.inputValue()).toContain('"second"');
  },
);

test.each(['agent', 'document type'] as const)(
  'an earlier version that is taken back here while something is written is told as one’s own, and what is written is saved over it: %s',
  async (kind) => {
    const { path, screen, label, inJson, sent } = await EDITED[kind]();
    for (const note of ['first', 'second']) expect((await acme().put(path, sent(note))).status).toBe(200);
    const page = await open(screen);
    await signIn(page);
    await write(page, label, inJson('mine'));
    await page.getByRole('button', { name: 'Take back' }).first().click();
    const own = page.getByText(/^You took an earlier version back/);
    await own.waitFor();
    expect((await acme().get(path)).body).toMatchObject(sent('first'));
    expect(await page.getByText(OVERTAKEN).count()).toBe(0);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await acme().get(path)).body).toMatchObject(sent('mine'));
    await own.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

test('what is read anew while one’s own save is on its way is nobody else’s, however slow that is', async () => {
  const { path, screen, label, inJson, sent } = await EDITED['document type']();
  const page = await open(screen);
  await signIn(page);
  await write(page, label, inJson('mine'));
  let goOn = (): void => undefined;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await new Promise<void>((resolve) => (goOn = resolve));
    return route.fulfill({ response });
  });
  const readAnew = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith(path) && answer.request().method() === 'GET' && (await answer.text()).includes('"mine"'),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await write(page, label, inJson('mine, gone on with'));
  await readAnew;
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  expect(await page.getByText(OVERTAKEN).count()).toBe(0);
  goOn();
  await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
  expect((await acme().get(path)).body).toMatchObject(sent('mine'));
  await page.unroute(`**${path}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await acme().get(path)).body).toMatchObject(sent('mine, gone on with'));
  expect(await page.getByText(OVERTAKEN).count()).toBe(0);
});

test('a text that is no JSON is no form: it is said why, and it stays', async () => {
  const page = await open('/console/types/club_card');
  await signIn(page);
  const json = page.getByLabel('Configuration', { exact: true });
  const whole = await json.inputValue();
  await json.fill(whole.slice(0, -1));
  const asForm = page.getByRole('button', { name: 'As a form' });
  await asForm.click();
  const why = page.getByText(/^A form can be shown once the text is JSON/);
  await why.waitFor();
  expect(await asForm.getAttribute('aria-pressed')).toBe('false');
  expect(await json.inputValue()).toBe(whole.slice(0, -1));
  await assertAccessible(page);
  await json.fill(whole);
  await why.waitFor({ state: 'detached' });
  expect(await json.inputValue()).toBe(whole);
  await asForm.click();
  await page.getByRole('button', { name: 'Add a field' }).waitFor();
});

test('what is deployed after it was saved, before the page has read it anew, is nobody else’s change; nor is what is saved then', async () => {
  const { path, screen, label, inJson, sent } = await EDITED.agent();
  const page = await open(screen);
  await signIn(page);
  await write(page, label, inJson('mine'));
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    const isRead = route.request().method() === 'GET';
    if (isRead && isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const wasDeployed = (await acme().get(path)).body['deployed'];
  await save.click();
  await page.getByRole('button', { name: wasDeployed === true ? 'Withdraw' : 'Deploy', exact: true }).click();
  await expect
    .poll(async () => (await acme().get(path)).body)
    .toMatchObject({
      ...sent('mine'),
      deployed: wasDeployed !== true,
    });
  await page.getByRole('button', { name: wasDeployed === true ? 'Deploy' : 'Withdraw', exact: true }).waitFor();
  await write(page, label, inJson('mine again'));
  isHeld = false;
  held.forEach((goOn) => goOn());
  await save.click();
  await expect.poll(async () => (await acme().get(path)).body).toMatchObject(sent('mine again'));
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByText(OVERTAKEN).count()).toBe(0);
});
