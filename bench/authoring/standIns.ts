import type { ModelConfig } from '../../src/platform/modelConfig.js';
import { type ModelReply, type ModelRequest, startModelServer } from '../../test/support/modelServer.js';

/** A server that speaks the protocol, with no model behind it. */
export interface StandIn {
  name: string;
  reply: (request: ModelRequest) => ModelReply;
  /** Pages that it is asked about; all that are measured when left out. */
  pages?: number;
}

/** How servers answer, well and badly. Whoever says nothing of use must change nothing. */
export const STAND_INS: readonly StandIn[] = [
  { name: 'a stand-in that copies what stands beside a colon', reply: ({ text }) => says(copied(text)) },
  { name: 'a stand-in that makes everything up', reply: () => says(INVENTED) },
  { name: 'a stand-in that streams, which nobody asked for', reply: () => streams },
  { name: 'a stand-in that answers nonsense', reply: () => ({ says: 'I am sorry, I cannot help with that.' }) },
  { name: 'a stand-in that refuses', reply: () => ({ status: 400, body: { error: { message: 'no' } } }) },
  { name: 'a stand-in that stalls', reply: () => () => undefined, pages: 3 },
];

/** Asks a stand-in something while it runs. */
export async function withStandIn<Value>(
  { reply }: StandIn,
  work: (config: ModelConfig) => Promise<Value>,
): Promise<Value> {
  const server = await startModelServer(reply);
  try {
    return await work({
      ...{ url: server.url, name: 'stand-in', where: 'local', sees: false, timeoutMs: 2_000, concurrency: 1 },
    });
  } finally {
    await server.stop();
  }
}

const says = (answer: object): ModelReply => ({ says: JSON.stringify(answer) });

const INVENTED = {
  title: 'Certificate of excellence',
  fields: [{ label: 'Inventor', value: 'Nobody at all 4711', name: 'full_name', form: 'text' }],
};

const streams: ModelReply = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end('data: {"choices":[{"index":0,"delta":{"content":"{}"}}]}\n\ndata: [DONE]\n\n');
};

/** What stands on one line on both sides of a colon, behind the place that each line of a question begins with. */
function copied(text: string): object {
  const lines = text.split('\n').map((line) => /^\d+,\d+ ([^:]{2,48}?)\s*:\s*(\S.*)$/.exec(line));
  const fields = lines.flatMap((found) =>
    found ? [{ label: found[1], value: found[2], name: null, form: 'text' }] : [],
  );
  return { title: null, fields };
}
