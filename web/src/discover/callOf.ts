/** A call of the service as a line for a shell: the key stands in a variable. */
export const curlOf = (path: string, body: object): string =>
  [
    `curl -s ${location.origin}${path}`,
    `-H "X-Api-Key: $ATTEST_API_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n  ');

/** The same for a program: with `openapi-fetch` and the types made of the description of this service. */
export const clientCallOf = (path: string, body: object): string =>
  [
    `import createClient from 'openapi-fetch';`,
    `const api = createClient({ baseUrl: '${location.origin}', headers: { 'X-Api-Key': process.env.ATTEST_API_KEY } });`,
    `const { data } = await api.POST('${path}', { body: ${JSON.stringify(body, null, 2)} });`,
  ].join('\n');
