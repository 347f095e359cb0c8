import { renderUnicodeCompact } from 'uqr';
import { must, type AttestClient } from './attestClient.js';

/** Opens a case and shows the link with which its customer hands in the documents, to be opened here or read by a phone. */
export async function showLink(
  client: AttestClient,
  goal: string,
  { url, say }: { url: string; say: (text?: string) => void },
): Promise<void> {
  const { session_id } = await must(client.POST('/v1/cases', { body: { goal } }));
  const made = client.POST('/v1/cases/{session_id}/links', { params: { path: { session_id } }, body: {} });
  const link = await must(made);
  const address = `${url}${link.url ?? ''}`;
  say(
    '\n■ A customer hands in the documents themselves: open this page, or point a phone that reaches the service at the code\n',
  );
  say(`  ${address}\n`);
  say(linkCode(address));
}

/** An address as a code for a terminal, two squares to a character, with the quiet zone of four that ISO/IEC 18004 asks for. */
export const linkCode = (address: string): string => renderUnicodeCompact(address, { border: 4 });
