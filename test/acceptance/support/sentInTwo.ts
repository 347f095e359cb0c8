import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Posts a body of which one half comes after something else was done. */
export async function sentInTwo(
  url: string,
  { raw, headers }: { raw: Buffer; headers: Record<string, string> },
  meanwhile: () => Promise<void>,
): Promise<{ status: number | undefined; text: string }> {
  const asked = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': String(raw.length) } });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  const half = raw.length / 2;
  asked.write(raw.subarray(0, half));
  await meanwhile();
  asked.end(raw.subarray(half));
  const [answer] = await answered;
  return { status: answer.statusCode, text: await text(answer) };
}
