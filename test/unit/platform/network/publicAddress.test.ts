import { describe, expect, it } from 'vitest';
import { textFormats } from '../../../../src/api/http/requests/formats.js';
import {
  AddressRefused,
  isPublicAddress,
  resolvePublicAddress,
} from '../../../../src/platform/network/publicAddress.js';

const isWebhookUrl = (url: string, webhookAllowPrivate = false): boolean | undefined =>
  textFormats({ webhookAllowPrivate })['webhook-url']?.test(url);

const LOCAL = [
  ...['http://localhost/', 'http://LOCALHOST:8080/hook', 'http://localhost./', 'http://foo.localhost/'],
  ...['http://a.b.LocalHost./', 'http://loc%61lhost/'],
];

const NOT_GLOBAL = ['::127.0.0.1', '::a9fe:a9fe', '4000::1', '1fff::1', '::1', 'fe80::1', 'fd00::1', '2001:db8::1'];

describe('an address that is not public', () => {
  it.each(LOCAL)('is %s: refused at once, and at delivery without being looked up', async (url) => {
    expect(isWebhookUrl(url)).toBe(false);
    await expect(resolvePublicAddress(new URL(url), false)).rejects.toThrow(
      new AddressRefused('The receiver is not at a public address'),
    );
    expect(isWebhookUrl(url, true)).toBe(true);
  });

  it.each(NOT_GLOBAL)('is every IPv6 address outside of global unicast or set aside in it: %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isWebhookUrl(`http://[${address}]/`)).toBe(false);
    await expect(resolvePublicAddress(new URL(`http://[${address}]/`), false)).rejects.toThrow(AddressRefused);
  });
});

it.each(['2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(isWebhookUrl(`https://[${address}]/`)).toBe(true);
});

it.each(['https://hooks.example.com/', 'https://localhost.example.com/', 'https://mylocalhost/'])(
  '%s is a name to be looked up at delivery',
  (url) => expect(isWebhookUrl(url)).toBe(true),
);
