import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a model was asked, as it came over the wire. */
export interface ModelRequest {
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    messages: { role: string; content: string | { type: string; text?: string; image_url?: { url: string } }[] }[];
    response_format?: {
      type: string;
      json_schema?: { name: string; schema: { properties: object; required: string[] } };
    };
  };
  /** Of its messages, one after the other. */
  text: string;
}

/** How a server answers: with what a model says, with a status, or in a way of its own. */
export type ModelReply =
  | { says: string; usage?: { prompt_tokens: number; completion_tokens: number } | null }
  | { status: number; body?: object; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

/** A server that speaks OpenAI's chat completions and answers as it is told: no model is behind it. */
export interface ModelServer {
  /** What goes into `MODEL_URL`. */
  url: string;
  asked: ModelRequest[];
  stop(): Promise<void>;
}

/** Starts one. @param reply is asked for each request, with the number of those before @param listing what it says of its models */
export async function startModelServer(
  reply: (request: ModelRequest, before: number) => ModelReply | Promise<ModelReply>,
  listing: { status: number; body: object } = { status: 404, body: {} },
): Promise<ModelServer> {
  const asked: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.method === 'GET') return send(response, listing.status, listing.body);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
      const parts = body.messages.flatMap(({ content }) =>
        typeof content === 'string' ? [content] : content.map((part) => part.text ?? ''),
      );
      const came = { headers: request.headers, body, text: parts.join('\n') };
      const answer = await reply(came, asked.push(came) - 1);
      if (typeof answer === 'function') return answer(response);
      if ('status' in answer) return send(response, answer.status, answer.body ?? {}, answer.headers);
      const usage =
        answer.usage === null ? {} : { usage: answer.usage ?? { prompt_tokens: 100, completion_tokens: 10 } };
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer.says } }];
      send(response, 200, {
        id: 'one',
        object: 'chat.completion',
        created: 1,
        model: `${body.model}-2026`,
        choices,
        ...usage,
      });
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
