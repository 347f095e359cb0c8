import { expect, it } from 'vitest';
import { measureChat } from '../../../bench/authoring/chat.js';
import { measureGenerate } from '../../../bench/authoring/generate.js';

it('of thirty descriptions in six languages at least eight in ten become wholly the type that they mean', async () => {
  const { figures } = await measureGenerate();
  const of = (name: string): number => figures.find((figure) => figure.name === `generate: ${name}`)?.value ?? 0;
  expect(of('descriptions wholly right')).toBeGreaterThanOrEqual(0.8);
  expect(of('fields found')).toBeGreaterThanOrEqual(0.9);
});

it('of a hundred messages in six languages at least nine in ten are understood as they are meant', async () => {
  const [understood] = (await measureChat()).figures;
  expect(understood?.count).toBeGreaterThanOrEqual(100);
  expect(understood?.value).toBeGreaterThanOrEqual(0.9);
});
