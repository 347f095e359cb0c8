import { describe, expect, it } from 'vitest';
import { textFormats } from '../../../../src/api/http/requests/formats.js';
import {
  AddressRefused,
  isPublicAddress,
  resolvePublicAddress,
} from '../../../../src/platform/network/publicAddress.js';

const isWebhookUrl = (url: string, webhookAllowPrivate = false): boolean | undefined =>
  textFormats({ webhookAllowPrivate })['webhook-url']?.test(url);

const resolved = (url: string) =>
  resolvePublicAddress(new URL(url), false, {
    signal: new AbortController().signal,
    lookUp: () => expect.unreachable('it was looked up'),
  });

const LOCAL = [
  ...['http://localhost/', 'http://LOCALHOST:8080/hook', 'http://localhost./', 'http://foo.localhost/'],
  ...['http://a.b.LocalHost./', 'http://loc%61lhost/'],
];

const NOT_GLOBAL = ['::127.0.0.1', '::a9fe:a9fe', '4000::1', '1fff::1', '::1', 'fe80::1', 'fd00::1', '2001:db8::1'];

describe('an address that is not public', () => {
  it.each(LOCAL)('is %s: refused at once, and at delivery without being looked up', async (url) => {
    expect(isWebhookUrl(url)).toBe(false);
    await expect(resolved(url)).rejects.toThrow(new AddressRefused('The receiver is not at a public address'));
    expect(isWebhookUrl(url, true)).toBe(true);
  });

  it.each(NOT_GLOBAL)('is every IPv6 address outside of global unicast or set aside in it: %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isWebhookUrl(`http://[${address}]/`)).toBe(false);
    await expect(resolved(`http://[${address}]/`)).rejects.toThrow(AddressRefused);
  });
});

/**
 * An address of each network that the IANA special-purpose registries set aside, as they stood in 2025, whether or not it is
 * said there to be globally reachable: nobody's receiver is at one.
 * https://www.iana.org/assignments/iana-ipv4-special-registry https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL = [
  ...['0.1.2.3', '10.1.2.3', '100.64.0.1', '127.1.2.3', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.0.2.1'],
  ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.1', '192.175.48.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1'],
  ...['2001:1::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1'],
  ...['2001:db8::1', '2002:808:808::1', '2620:4f:8000::1', '3fff::1', '5f00::1', 'fc00::1', 'fe80::1', 'ff02::1'],
];

it.each(SPECIAL)('%s, which a registry of special purposes sets aside, is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(isWebhookUrl(`https://[${address}]/`)).toBe(true);
});

it.each(['https://hooks.example.com/', 'https://localhost.example.com/', 'https://mylocalhost/'])(
  '%s is a name to be looked up at delivery',
  (url) => expect(isWebhookUrl(url)).toBe(true),
);
